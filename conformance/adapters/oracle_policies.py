"""The oracle's policy parameters: RFC 5354 3 (parameters), and the figures of
draft-ietf-rserpool-policies-01 and RFC 5356.
"""

from oracle_records import refuse

# Of each dialect: the type of the parameter, how many octets its policy number
# and its values have, and its policies: their number and their values.
DRAFT = {
    "type": 6, "number": 1, "value": 3, "invalid": [0], "policies": {
        "RR": (1, []), "WRR": (2, ["weight"]),
        "RAND": (3, []), "WRAND": (4, ["weight"]),
        "LU": (5, ["load"]), "LUD": (6, ["load", "degradation"]),
        "PLU": (7, ["load", "degradation"]), "RLU": (9, ["load"])}}
RFC = {
    "type": 8, "number": 4, "value": 4, "invalid": [0, 0x40000000],
    "policies": {
        "RR": (1, []), "WRR": (2, ["weight"]),
        "RAND": (3, []), "WRAND": (4, ["weight"]), "PRIO": (5, ["priority"]),
        "LU": (0x40000001, ["load"]),
        "LUD": (0x40000002, ["load", "degradation"]),
        "PLU": (0x40000003, ["load", "degradation"]),
        "RLU": (0x40000004, ["load"])}}
DIALECTS = {"draft-01": DRAFT, "rfc5356": RFC}
NAMES = list(RFC["policies"])

MOST = 65535  # octets that are read
LONGEST = 65532  # which with its padding is no more


def layout(dialect, name):
    """The fields behind the header: the policy number, then all else by name;
    None is reserved. Each with its octets."""
    values = dialect["policies"][name][1]
    fields = [("policy", dialect["number"])]
    if dialect is DRAFT:  # four octets in a line of a figure
        first = values[0] if values else None
        fields.append((first, 3))
        for value in values[1:]:
            fields += [(None, 1), (value, 3)]
        return fields
    return fields + [(value, 4) for value in values]


def number_at(octets):
    return int.from_bytes(octets, "big")


# --- Reading

def next_parameter(octets):
    """The type and the value of the first parameter, and what is behind it
    (RFC 5354 3)."""
    if len(octets) > MOST:
        refuse("input-long", "%d octets" % len(octets))
    if len(octets) < 4:
        refuse("parameter-short", "a header of %d octets" % len(octets))
    kind, length = number_at(octets[:2]), number_at(octets[2:4])
    if length < 4:
        refuse("parameter-length", "a Length of %d" % length)
    if length > len(octets):
        refuse("parameter-overrun", "a Length of %d, and %d octets"
               % (length, len(octets)))
    padded = length
    while padded % 4 > 0:
        padded += 1
    if padded > len(octets):
        refuse("parameter-padding", "no padding")
    return kind, octets[4:length], octets[padded:]


def is_policy(dialect, kind, value):
    """The figure of Randomized Least Used in the draft has type 0x7."""
    return kind == dialect["type"] or (dialect is DRAFT and kind == 7
                                       and value[:1] == b"\x09")


def policy_of(dialect, value):
    if len(value) < 4:
        refuse("policy-short", "%d octets" % len(value))
    number = number_at(value[:dialect["number"]])
    if number in dialect["invalid"]:
        refuse("policy-invalid", "policy 0x%x" % number)
    for name, (known, _) in dialect["policies"].items():
        if known == number:
            return known_policy(name, layout(dialect, name), value)
    return {"policy": number, "data": value[dialect["number"]:].hex()}


def known_policy(name, fields, value):
    size = sum(octets for _, octets in fields)
    if len(value) < size:
        refuse("policy-short", "%s in %d octets" % (name, len(value)))
    if len(value) > size:
        refuse("policy-long", "%s in %d octets" % (name, len(value)))
    policy = {}
    for field, octets in fields:
        if field is not None:
            policy[field] = number_at(value[:octets])
        value = value[octets:]
    return {**policy, "policy": name}


def decode(dialect, octets):
    kind, value, rest = next_parameter(octets)
    if not is_policy(dialect, kind, value):
        refuse("parameter-type", "type 0x%x" % kind)
    policy = policy_of(dialect, value)
    if rest:
        refuse("parameter-trailing", "%d octets more" % len(rest))
    return policy


def decode_all(dialect, octets):
    """What its two highest bits say is done with all that is no policy."""
    found = {"policies": [], "reports": [], "stopped": False}
    while octets and not found["stopped"]:
        kind, value, octets = next_parameter(octets)
        if is_policy(dialect, kind, value):
            found["policies"].append(policy_of(dialect, value))
            continue
        if kind & 0x4000:
            found["reports"].append(kind)
        if not kind & 0x8000:
            found["stopped"] = True
    return found


# --- Writing

def encode(dialect, policy):
    if isinstance(policy["policy"], int):
        value = opaque_octets(dialect, policy)
    else:
        value = known_octets(dialect, policy)
    length = 4 + len(value)
    if length > LONGEST:
        refuse("input-long", "a parameter of %d octets" % length)
    octets = (dialect["type"].to_bytes(2, "big") + length.to_bytes(2, "big")
              + value)
    while len(octets) % 4 > 0:
        octets += b"\0"
    return octets


def opaque_octets(dialect, policy):
    number = policy["policy"]
    if number >= 256 ** dialect["number"]:
        refuse("value-range", "policy 0x%x" % number)
    if number in dialect["invalid"]:
        refuse("policy-invalid", "policy 0x%x" % number)
    if number in [known for known, _ in dialect["policies"].values()]:
        refuse("policy-number", "policy 0x%x has a name" % number)
    value = (number.to_bytes(dialect["number"], "big")
             + bytes.fromhex(policy["data"]))
    if len(value) < 4:
        refuse("policy-short", "%d octets of data" % (len(value) - 1))
    return value


def check(dialect, policy):
    """Whether a policy with a name can be written."""
    if policy["policy"] not in dialect["policies"]:
        refuse("policy-dialect", "no " + policy["policy"])
    for value in dialect["policies"][policy["policy"]][1]:
        if policy[value] >= 256 ** dialect["value"]:
            refuse("value-range", "%s is %d" % (value, policy[value]))


def known_octets(dialect, policy):
    check(dialect, policy)
    number = dialect["policies"][policy["policy"]][0]
    values = {**policy, "policy": number, None: 0}
    return b"".join(values[field].to_bytes(octets, "big")
                    for field, octets in layout(dialect, policy["policy"]))


# --- What the protocol asks for

def ask_decode(request):
    dialect = DIALECTS[request["dialect"]]
    if "parameters" in request:
        return decode_all(dialect, bytes.fromhex(request["parameters"]))
    return decode(dialect, bytes.fromhex(request["parameter"]))


def ask_encode(request):
    dialect = DIALECTS[request["dialect"]]
    return {"parameter": encode(dialect, request).hex()}
