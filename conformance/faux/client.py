#!/usr/bin/python3
"""S-NAPTR clients with one fault each.

    client.py MODE

They are the oracle's client but for the method that the fault changes;
`honest` changes none.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent
                       / "adapters"))
sys.dont_write_bytecode = True

import oracle_client
from kit import snarp_kit


class Honest(oracle_client.Resolution):
    pass


class SwitchesProtocol(oracle_client.Resolution):
    """Below the first set it pursues the other protocols of its list too, once
    the one that it came with has failed there (against RFC 3958 2.2.5)."""

    def targets(self, rules, protocol, path):
        yield from super().targets(rules, protocol, path)
        if len(path) > 1:
            for other in self.request["protocols"]:
                if other != protocol:
                    yield from super().targets(rules, other, path)


class StopsAtFirstOrder(oracle_client.Resolution):
    """Of a set it takes only the records with the ORDER of the first one that
    matches, as RFC 3403 4.1 has it (against RFC 3958 2.2.4)."""

    def matching(self, rules, protocol):
        found = super().matching(rules, protocol)
        return [rule for rule in found if rule["order"] == found[0]["order"]]


class IgnoresPreference(oracle_client.Resolution):
    """Takes records of the same ORDER as the answer has them (against RFC 3958
    2.2.1)."""

    def arranged(self, kind, found):
        if kind == "naptr":
            return sorted(found, key=lambda rdata: rdata[:2])
        return super().arranged(kind, found)

    def rank(self, rule):
        return rule["order"]


class MatchesSubstring(oracle_client.Resolution):
    """Searches the tags in the text of the field (against RFC 3958 6.5)."""

    @staticmethod
    def match(services, service, protocol):
        try:
            oracle_client.parse(services)
        except snarp_kit.Refusal:
            return False
        text = services.decode("latin-1").lower()
        return service.lower() in text and protocol.lower() in text


class NeverBacktracks(oracle_client.Resolution):
    """Takes the first record of each set and tries one target, as appendix A.1
    of RFC 3958 does (against its 2.2.4)."""

    def offered(self, rules):
        return super().offered(rules)[:1]

    def matching(self, rules, protocol):
        return super().matching(rules, protocol)[:1]

    def srv_targets(self, name):
        return super().srv_targets(name)[:1]


class FollowsRoot(oracle_client.Resolution):
    """Takes the SRV target "." for a host (against RFC 2782, Target)."""

    def hosts_of(self, srvs):
        return srvs

    def has_address(self, host):
        return host == b"\0" or super().has_address(host)


class IgnoresClass(oracle_client.Resolution):
    """Takes records of whatever class (against RFC 2782, Usage rules)."""

    def is_answer(self, record):
        return True


class GuessesBroken(oracle_client.Resolution):
    """Where RDATA cannot be read, takes it without its last octet, or as if
    the end of its name were not missing (against RFC 1035 3.2.1)."""

    def read(self, kind, rdata):
        for guess in (rdata, rdata[:-1]):
            try:
                return super().read(kind, guess)
            except snarp_kit.Refusal:
                continue
        return super().read(kind, rdata + b"\0")


class MergesAdditional(oracle_client.Resolution):
    """Takes additional records for answers (against RFC 2181 5.4.1)."""

    def heard(self, name, kind):
        rcode, answer = super().heard(name, kind)
        return rcode, answer + self.world.additional


MODES = {
    "honest": Honest,
    "switches-protocol": SwitchesProtocol,
    "stops-at-first-order": StopsAtFirstOrder,
    "ignores-preference": IgnoresPreference,
    "matches-substring": MatchesSubstring,
    "never-backtracks": NeverBacktracks,
    "follows-root": FollowsRoot,
    "ignores-class": IgnoresClass,
    "guesses-broken": GuessesBroken,
    "merges-additional": MergesAdditional,
}


class Client(snarp_kit.Adapter):
    version = "1"
    options = {"resolve": ("draws", "zone", "uri", "class", "why")}

    def __init__(self, mode):
        self.name = "faux " + mode
        self.resolution = MODES[mode]

    def match(self, services, service, protocol):
        return self.resolution.match(services, service, protocol)

    def resolve(self, request, world):
        return self.resolution(request, world).result()


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in MODES:
        sys.exit("client.py: expected a mode: " + " ".join(MODES))
    Client(sys.argv[1]).serve()
