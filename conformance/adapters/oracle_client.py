"""The oracle's client: RFC 3958 (S-NAPTR), RFC 4848 (U-NAPTR), RFC 2782 (the
order of SRV records).
"""

import random
import re

import oracle_records as records
from oracle_records import refuse

DEPTH = 16  # NAPTR sets below one another
LOOKUPS = 128  # of NAPTR and SRV records


# --- Service fields: RFC 3958 6.5

def check_tag(tag):
    """A letter and up to 31 letters, digits, "+", "-" and "."."""
    if tag == "":
        refuse("tag-empty", "an empty tag")
    if not re.match("[A-Za-z]", tag):
        refuse("tag-first", "no letter at the beginning of " + tag[:40])
    if not re.fullmatch("[A-Za-z0-9+.-]+", tag):
        refuse("tag-octet", "a tag has no such character: " + tag[:40])
    if len(tag) > 32:
        refuse("tag-long", "a tag of %d characters" % len(tag))


def parse(services):
    """The service, "" where there is none, and the protocols."""
    tags = services.decode("latin-1").split(":")
    for place, tag in enumerate(tags):
        if tag != "" or place > 0:
            check_tag(tag)
    return tags[0], tags[1:]


def match(services, service, protocol):
    """Whether the field is valid and has both tags, in any case (2.2.2)."""
    try:
        check_tag(service)
        check_tag(protocol)
        offered, protocols = parse(services)
    except records.Refusal:
        return False
    return (offered.lower() == service.lower() and
            protocol.lower() in [tag.lower() for tag in protocols])


# --- The order of SRV records: RFC 2782, Weight

def numbers_from(draws):
    """A function that gives numbers from 0 to the most it is told: the draws
    of the request, or without these random ones."""
    if draws is None:
        return lambda most: random.randint(0, most)
    left = list(draws)

    def number(most):
        if not left or left[0] > most:
            refuse("draws", "no draw from 0 to %d" % most)
        return left.pop(0)
    return number


def drawn(srvs, number):
    """Records in canonical order, of each Priority those of weight 0 first, in
    the order in which they are tried."""
    tried = []
    for priority in sorted({srv["priority"] for srv in srvs}):
        left = [srv for srv in srvs if srv["priority"] == priority]
        while left:
            total = sum(srv["weight"] for srv in left)
            least = number(total) if len(left) > 1 and total > 0 else 0
            running = 0
            for place, srv in enumerate(left):
                running += srv["weight"]
                if running >= least:
                    tried.append(left.pop(place))
                    break
    return tried


def order(srvs, draws):
    """The indexes of the records in the order in which they are tried."""
    numbered = [{**srv, "index": i} for i, srv in enumerate(srvs)]
    numbered.sort(key=lambda srv: records.canonical("srv", srv))
    return [srv["index"] for srv in drawn(numbered, numbers_from(draws))]


# --- Rules: RFC 3958 6.4 and 6.6, RFC 4848 2.1 and 2.2

PCHAR = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
AUTHORITY = (r"(?:%s*@)?(?:\[[0-9A-Za-z:.]+\]|%s*)" % (PCHAR, PCHAR))
URI = re.compile(  # RFC 3986
    r"[A-Za-z][A-Za-z0-9+.-]*:"
    r"(?://%s(?::[0-9]*)?(?:/%s*)*|/?(?:%s+(?:/%s*)*)?)"
    r"(?:\?(?:%s|[/?])*)?(?:#(?:%s|[/?])*)?"
    % ((AUTHORITY,) + (PCHAR,) * 5))


def uri_of(rule):
    """The URI of a rule that is "!.*!" URI "!", or None."""
    parts = rule["regexp"].decode("latin-1").split("!")
    if len(parts) == 4 and parts[0] == parts[3] == "" and parts[1] == ".*":
        if URI.fullmatch(parts[2]):
            return parts[2]
    return None


def flag_of(rule, uri):
    """The flag in upper case; None where the rule is not a valid one."""
    flag = rule["flags"].decode("latin-1").upper()
    no_replacement = rule["replacement"] == b"\0"
    if flag == "U" and uri:
        return flag if uri_of(rule) and no_replacement else None
    if flag in ("", "S", "A") and rule["regexp"] == b"" and not no_replacement:
        return flag
    return None


# --- Resolution: RFC 3958 2.2

class Resolution:
    """One request: all that is looked up for it, and how that went."""
    match = staticmethod(match)

    def __init__(self, request, world):
        self.request = request
        self.uri = request.get("uri", False)
        self.number = numbers_from(request.get("draws"))
        self.world = world
        self.lookups = 0
        self.temporary = False
        self.limited = False
        self.hosts = {}

    def heard(self, name, kind):
        """The RCODE and the records of the answer section."""
        return self.world.dns(records.print_name(name), kind)

    def is_answer(self, record):
        """S-NAPTR asks in the class IN."""
        return record.get("class", "IN") == "IN"

    def read(self, kind, rdata):
        return records.decode_alone(kind, rdata)

    def ask(self, name, kind):
        """The RDATA of the records at the end of the aliases of a name."""
        rcode, answer = self.heard(name, kind)
        if rcode not in ("NOERROR", "NXDOMAIN"):
            self.temporary = True
        if rcode != "NOERROR":
            return []
        owners = [(name_of(record["name"]), record) for record in answer
                  if self.is_answer(record)]
        aliases = {owner: record["rdata"].lower()
                   for owner, record in owners if record["type"] == "CNAME"}
        name = name.lower()
        while name in aliases:
            name = aliases.pop(name)
        return [record["rdata"] for owner, record in owners
                if owner == name and record["type"] == kind]

    def lookup(self, name, kind):
        """The records of a name that can be read, each once, in order."""
        if self.lookups == LOOKUPS:
            self.limited = True
            return []
        self.lookups += 1
        kind = kind.lower()
        found = []
        for rdata in self.ask(name, kind.upper()):
            try:
                record = self.read(kind, rdata)
            except records.Refusal:
                continue
            rdata = records.canonical(kind, record)
            if rdata not in found:
                found.append(rdata)
        return [records.decode_alone(kind, rdata)
                for rdata in self.arranged(kind, found)]

    def arranged(self, kind, found):
        """Canonical order: NAPTR records by ORDER, then PREFERENCE (2.2.1)."""
        return sorted(found)

    def rules(self, name):
        """The valid rules of a domain."""
        return [rule for rule in self.lookup(name, "NAPTR")
                if flag_of(rule, self.uri) is not None]

    def matching(self, rules, protocol):
        return [rule for rule in rules if self.match(
            rule["services"], self.request["service"], protocol)]

    def targets(self, rules, protocol, path):
        """All targets for a protocol, one by one, each looked up only when
        the one before has failed. `path` has the names from the domain to
        these rules."""
        for rule in self.matching(rules, protocol):
            flag = flag_of(rule, self.uri)
            name = rule["replacement"]
            if flag == "U":
                yield {"uri": uri_of(rule), "protocol": protocol}
            elif flag == "A":
                yield {"host": name, "port": 0, "protocol": protocol}
            elif flag == "S":
                for srv in self.srv_targets(name):
                    yield {"host": srv["target"], "port": srv["port"],
                           "protocol": protocol}
            elif name in path:
                continue  # a loop
            elif len(path) == DEPTH:
                self.limited = True
            else:
                below = self.rules(name)
                yield from self.targets(below, protocol, path + [name])

    def srv_targets(self, name):
        return drawn(self.hosts_of(self.lookup(name, "SRV")), self.number)

    def hosts_of(self, srvs):
        """The target "." is none (RFC 2782)."""
        return [srv for srv in srvs if srv["target"] != b"\0"]

    def has_address(self, host):
        if host not in self.hosts:
            self.hosts[host] = bool(self.ask(host, "A") or
                                    self.ask(host, "AAAA"))
        return self.hosts[host]

    def contact(self, target):
        """The result where the target serves, else None."""
        result = {"end": "served", **target}
        if "uri" in target:
            place = [target["uri"]]
        elif self.has_address(target["host"]):
            result["host"] = records.print_name(target["host"])
            place = [result["host"], target["port"]]
        else:
            return None
        served = self.world.connect(*place, target["protocol"])
        return result if served else None

    def offered(self, rules):
        """The protocols that the first set offers, in the order in which they
        are pursued (2.2.5); sort() leaves the client's between equals."""
        offered = [protocol for protocol in self.request["protocols"]
                   if self.matching(rules, protocol)]
        if self.request.get("prefer", "client") == "zone":
            offered.sort(key=lambda protocol: self.rank(
                self.matching(rules, protocol)[0]))
        return offered

    def rank(self, rule):
        return rule["order"], rule["preference"]

    def result(self):
        domain = name_of(self.request["domain"])
        for tag in [self.request["service"], *self.request["protocols"]]:
            check_tag(tag)
        rules = self.rules(domain)
        offered = self.offered(rules)
        for protocol in offered:
            for target in self.targets(rules, protocol, [domain]):
                result = self.contact(target)
                if result is not None:
                    return result
        return {"end": self.failure(nothing_offered=not offered)}

    def failure(self, nothing_offered):
        if self.temporary:
            return "temporary"
        if nothing_offered:
            return "not-offered"
        return "limit" if self.limited else "failed"


def name_of(text):
    return records.name_from(text, []).lower()


def resolve(request, world):
    return Resolution(request, world).result()
