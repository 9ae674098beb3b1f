"""Requests to an adapter, with the world that answers its questions.

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import collections
import copy
import json

FREE = ("A", "AAAA", "CNAME")  # queries that no vector judges


class World:
    """What a resolution may ask: answers by name and type, connections by
    target. What is in neither does not exist, and does not answer."""

    def __init__(self):
        self.dns, self.connects = {}, {}

    def key(self, question):
        name, kind = question
        name = name.lower() if name.endswith(".") else name.lower() + "."
        return name, kind

    def learn(self, ask, answer):
        if "dns" in ask:
            self.dns[self.key(ask["dns"])] = answer
        else:
            self.connects[json.dumps(ask["connect"])] = answer["connected"]

    def answer(self, ask):
        if "dns" in ask:
            return self.dns.get(self.key(ask["dns"]),
                                {"rcode": "NXDOMAIN", "records": []})
        return {"connected": self.connects.get(json.dumps(ask["connect"]),
                                               False)}

    def records(self):
        return [record for answer in self.dns.values()
                for record in answer.get("records", [])]


class Case:
    def __init__(self, vector, request, world=None):
        self.vector, self.request, self.world = vector, request, world

    def clone(self):
        return Case(self.vector, copy.deepcopy(self.request),
                    copy.deepcopy(self.world))

    def size(self):
        world = self.world or World()
        return len(json.dumps(self.request)) + len(json.dumps(
            [list(world.dns.values()), list(world.connects.values())]))

    def asked(self):
        return json.dumps([self.request, self.world and [
            sorted(map(str, self.world.dns.items())),
            sorted(self.world.connects.items())]])


def recorded(requests, answers):
    """The cases of a conversation, given as the lines of each side."""
    asks = collections.defaultdict(collections.deque)
    for line in answers:
        said = json.loads(line)
        if "ask" in said:
            asks[said["id"]].append(said["ask"])
    found = {}
    for line in requests:
        message = json.loads(line)
        if "answer" in message:
            world = found[message["id"]].world
            world.learn(asks[message["id"]].popleft(), message["answer"])
        elif "vector" in message:
            request = {name: value for name, value in message.items()
                       if name not in ("id", "vector")}
            world = World() if message["op"] == "snaptr.resolve" else None
            found[message["id"]] = Case(message["vector"], request, world)
    return list(found.values())


# --- as a vector

def record_line(record):
    rdata = record["rdata"]
    return (f"{record['name']} {record.get('ttl', 3600)} IN {record['type']} "
            f"\\# {len(rdata) // 2} {rdata}").rstrip()


def vector_of(case, expected, got):
    """The form of vectors/*.json, with what is missing of the world beside;
    `expect` is for whoever reviews it."""
    said = {name: value for name, value in case.request.items()
            if name != "op"}
    vector = {"id": f"{case.request['op']}/", "title": "", "rules": [],
              "in": said}
    if case.world is not None:
        vector["world"] = {
            "zone": "",
            "faults": [{"name": name, "type": kind, "rcode": answer["rcode"]}
                       for (name, kind), answer in case.world.dns.items()
                       if answer["rcode"] not in ("NOERROR", "NXDOMAIN")],
            "serves": [json.loads(target) for target, connected
                       in case.world.connects.items() if connected]}
    vector["expect"] = {}
    vector["origin"] = "mutant"
    lines = [json.dumps(vector, indent=2)]
    if case.world is not None:
        lines += ["zone:"] + sorted({"  " + record_line(record)
                                     for record in case.world.records()})
    return "\n".join([*lines, f"reference: {json.dumps(expected)}",
                      f"mutant:    {json.dumps(got)}"])
