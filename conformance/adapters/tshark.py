"""tshark behind the adapter protocol: its dissector of ASAP (RFC 5352).

One tshark reads packets from a pipe, as they would be in a capture: an ASAP
message over UDP for each request, with the parameter behind its header.
"""

import os
import signal
import struct
import subprocess

from kit import snarp_kit as kit

POLICY = "asap.pool_member_selection_policy_"
FIELDS = (POLICY + "type", POLICY + "weight", POLICY + "priority",
          POLICY + "load", POLICY + "degradation", POLICY + "value",
          "_ws.malformed", "asap.parameter_type")

NAMES = {1: ("RR",), 2: ("WRR", "weight"), 3: ("RAND",),
         4: ("WRAND", "weight"), 5: ("PRIO", "priority"),
         0x40000001: ("LU", "load"), 0x40000002: ("LUD", "load", "degradation"),
         0x40000003: ("PLU", "load", "degradation"), 0x40000004: ("RLU", "load")}

# The header of a capture of IP packets.
CAPTURE = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 101)


def packet(parameter):
    message = struct.pack("!BBH", 6, 0, 4 + len(parameter)) + parameter
    udp = struct.pack("!HHHH", 3863, 3863, 8 + len(message), 0) + message
    ip = struct.pack("!BBHHHBBHII", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0,
                     0x0A000001, 0x0A000002) + udp
    return struct.pack("<IIII", 0, 0, len(ip), len(ip)) + ip


class Tshark(kit.Adapter):
    name, dialects = "tshark", ("rfc5356",)
    version = subprocess.run(["tshark", "--version"], text=True, check=True,
                             capture_output=True).stdout.split()[2].rstrip(".")

    def __init__(self):
        fields = [word for field in FIELDS for word in ("-e", field)]
        self.tshark = subprocess.Popen(
            ["tshark", "-n", "-l", "-r", "-", "-T", "fields", *fields],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.write(CAPTURE)

    def write(self, octets):
        self.tshark.stdin.write(octets)
        self.tshark.stdin.flush()

    def dissect(self, parameter):
        self.write(packet(parameter))
        line = self.tshark.stdout.readline()
        if not line:  # the signal that ended it ends the adapter
            os.kill(os.getpid(), max(-self.tshark.wait(), 0) or signal.SIGKILL)
        return dict(zip(FIELDS, line.decode().rstrip("\n").split("\t")))

    def decode_policy(self, dialect, parameter):
        if len(parameter) > 65500:
            raise kit.Unsupported("no packet has room for this parameter")
        seen = self.dissect(parameter)
        if seen["_ws.malformed"]:
            raise kit.Refusal(seen["_ws.malformed"])
        if not seen[POLICY + "type"] or "," in seen["asap.parameter_type"]:
            raise kit.Refusal("not one policy, but parameters of the types "
                              + (seen["asap.parameter_type"] or "(none)"))
        number = int(seen[POLICY + "type"], 16)
        if number not in NAMES:
            if seen[POLICY + "weight"] or seen[POLICY + "load"]:
                raise kit.Unsupported("it has values for this policy, no data")
            return {"policy": number,
                    "data": bytes.fromhex(seen[POLICY + "value"])}
        name, *values = NAMES[number]
        return {"policy": name, **{value: self.value(value, seen)
                                   for value in values}}

    def value(self, field, seen):
        if field in ("weight", "priority"):
            return int(seen[POLICY + field])
        return round(float(seen[POLICY + field]) / 100 * 0xFFFFFFFF)  # percent


Tshark().serve()
