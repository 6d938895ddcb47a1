"""The statistics of the offline extractor as one would write them in an evening: trajectories as JSON on standard input,
counts by channel and the seconds they took, reading not included, as JSON on standard output."""

import json
import sys
import time
from collections import defaultdict
from math import comb

SHARE_OF_RUN = 0.05


def argument_class(value, enums, key):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "bool:" + str(value).lower()
    if isinstance(value, (int, float)):
        return "int" if value == int(value) else "float"
    if isinstance(value, str):
        return "enum:" + value if key in enums else "string"
    if isinstance(value, list):
        return "list(n=%s)" % ("2+" if len(value) > 1 else len(value))
    return "object"


def argument_facts(runs):
    calls, present = defaultdict(int), defaultdict(int)
    values = defaultdict(lambda: defaultdict(lambda: (set(), set())))
    for number, run in enumerate(runs):
        for step in run["steps"]:
            calls[step["tool"]] += 1
            for key, value in step["params"].items():
                place = (step["tool"], key)
                present[place] += 1
                if isinstance(value, str):
                    seen, tasks = values[place][value]
                    seen.add(number)
                    tasks.add(run["taskKey"])
    enums = set()
    for place, seen in values.items():
        if len(seen) <= 8 and all(
            len(v) <= 24 and not any(c.isdigit() for c in v) and len(r) >= 3 and len(t) >= 2 for v, (r, t) in seen.items()
        ):
            enums.add(place)
    optional = {place for place, n in present.items() if 0.05 <= n / calls[place[0]] <= 0.95}
    return optional, enums


def first_calls(run):
    first = {}
    for at, step in enumerate(run["steps"]):
        first.setdefault(step["tool"], at)
    return first


def call_predicates(run, first, tool, optional, enums):
    """What is true of the first call of a tool, by rule, and what could be."""
    at = first[tool]
    step = run["steps"][at]
    for a, where in first.items():
        if where < at:
            yield ("PRE", a, tool)
    for key, value in step["params"].items():
        if (tool, key) in optional:
            yield ("ARG", tool, key)
        yield ("ARGV", tool, key, argument_class(value, enums, (tool, key)))


def preference_pairs(runs, firsts):
    by_task = defaultdict(list)
    for run, first in zip(runs, firsts):
        by_task[run["taskKey"]].append(set(first))
    pairs = set()
    for uses in by_task.values():
        tools = sorted(set().union(*uses))
        for i, x in enumerate(tools):
            for y in tools[i + 1 :]:
                if sum(x in u and y not in u for u in uses) >= 2 and sum(y in u and x not in u for u in uses) >= 2:
                    pairs.add((x, y))
    return sorted(pairs)


def repeats(run):
    found = set()
    steps = run["steps"]
    for i in range(len(steps) - 2):
        a, b, c = steps[i : i + 3]
        if a["tool"] == b["tool"] == c["tool"] and a["params"] == b["params"] == c["params"]:
            found.add(a["tool"])
    return found


def recoveries(runs):
    for run in runs:
        seen = set()
        steps = run["steps"]
        for at, step in enumerate(steps):
            sig = step["sig"]
            if step["ok"] or sig in seen:
                continue
            seen.add(sig)
            if at + 1 == len(steps):
                continue
            act = steps[at + 1]
            again = any(s["sig"] == sig for s in steps[at + 1 : at + 6])
            if act["tool"] != step["tool"]:
                name = "switch(%s)" % act["tool"]
            elif act["params"] == step["params"]:
                name = "retry-same"
            else:
                before, after = step["params"], act["params"]
                keys = sorted(k for k in set(before) | set(after) if k not in before or k not in after or before[k] != after[k])
                name = "retry-changed(%s)" % ",".join(keys)
            yield sig, name, run["taskKey"], 1 if act["ok"] and not again else 0


def enumerate_channels(runs):
    optional, enums = argument_facts(runs)
    firsts = [first_calls(run) for run in runs]
    outcome = {"y": [run["outcome"] for run in runs], "stratum": [run["taskKey"] for run in runs], "rules": {}}
    step = {"y": [], "stratum": [], "rules": {}}
    applies, truth = defaultdict(set), defaultdict(set)
    call_applies, call_truth = defaultdict(set), defaultdict(set)
    everyone = set(range(len(runs)))
    for number, (run, first) in enumerate(zip(runs, firsts)):
        for tool in first:
            truth[("USE", tool)].add(number)
            applies[("called", tool)].add(number)
            unit = len(step["y"])
            step["y"].append(1 if run["steps"][first[tool]]["ok"] else 0)
            step["stratum"].append(run["taskKey"])
            call_applies[("called", tool)].add(unit)
            for key in run["steps"][first[tool]]["params"]:
                applies[("key", tool, key)].add(number)
                call_applies[("key", tool, key)].add(unit)
            for rule in call_predicates(run, first, tool, optional, enums):
                truth[rule].add(number)
                call_truth[rule].add(unit)
        truth[("FIRST", run["steps"][0]["tool"])].add(number)
        for tool in repeats(run):
            truth[("REPEAT", tool)].add(number)

    def scope(rule, where):
        if rule[0] == "PRE":
            return where[("called", rule[2])]
        if rule[0] in ("ARG", "REPEAT"):
            return where[("called", rule[1])]
        if rule[0] == "ARGV":
            return where[("key", rule[1], rule[2])]
        return everyone

    for rule, units in truth.items():
        outcome["rules"][rule] = (scope(rule, applies), units)
    for x, y in preference_pairs(runs, firsts):
        one, other = truth[("USE", x)], truth[("USE", y)]
        outcome["rules"][("PREFER", x, y)] = (one ^ other, one - other)
    for rule, units in call_truth.items():
        step["rules"][rule] = (scope(rule, call_applies), units)
    recovery = {"y": [], "stratum": [], "rules": {}}
    sig_units, act_units = defaultdict(set), defaultdict(set)
    for sig, act, task, worked in recoveries(runs):
        unit = len(recovery["y"])
        recovery["y"].append(worked)
        recovery["stratum"].append((sig, task))
        sig_units[sig].add(unit)
        act_units[("RECOVER", sig, act)].add(unit)
    for rule, units in act_units.items():
        recovery["rules"][rule] = (sig_units[rule[1]], units)
    return {"outcome": outcome, "step": step, "recovery": recovery}


ORDER = ["PREFER", "USE", "FIRST", "PRE", "ARG", "ARGV", "REPEAT", "RECOVER"]


def closure(rules, units):
    kept, said, reversible = [], set(), set()
    everyone = frozenset(range(units))
    for rule in sorted(rules, key=lambda r: (ORDER.index(r[0]), r[1:])):
        scope, truth = rules[rule]
        if not truth or len(truth) == len(scope):
            continue
        name = (frozenset(scope), frozenset(truth))
        if name in said:
            continue
        said.add(name)
        if rule[0] == "USE" and everyone - truth in reversible:
            continue
        kept.append(rule)
        if rule[0] in ("USE", "PREFER") and len(scope) == units:
            reversible.add(frozenset(truth))
    return kept


def strata_of(channel, rule):
    scope, truth = channel["rules"][rule]
    table = defaultdict(lambda: [0, 0, 0, 0])
    for unit in scope:
        row = table[channel["stratum"][unit]]
        side = 0 if unit in truth else 2
        row[side] += 1
        row[side + 1] += channel["y"][unit]
    return [row for row in table.values() if row[0] and row[2]]


def hypergeometric(n1, n0, k):
    low, high = max(0, k - n0), min(n1, k)
    total = comb(n1 + n0, k)
    return low, [comb(n1, x) * comb(n0, k - x) / total for x in range(low, high + 1)]


def distribution(rows):
    low, p = 0, [1.0]
    for n1, s1, n0, s0 in rows:
        start, q = hypergeometric(n1, n0, s1 + s0)
        low += start
        new = [0.0] * (len(p) + len(q) - 1)
        for i, a in enumerate(p):
            for j, b in enumerate(q):
                new[i + j] += a * b
        p = new
    return low, p


def test_channel(channel):
    rules = closure(channel["rules"], len(channel["y"]))
    admitted = []
    for rule in rules:
        rows = strata_of(channel, rule)
        telling = [r for r in rows if 0 < r[1] + r[3] < r[0] + r[2]]
        if len(telling) < 3 or min(sum(r[0] for r in telling), sum(r[2] for r in telling)) < 5:
            continue
        low, p = distribution(telling)
        ends = sorted((p[0], p[-1]))
        smallest = 2 * ends[0] if abs(ends[0] - ends[1]) <= 1e-9 * ends[1] else ends[0]
        if smallest <= 0.01:
            observed = p[sum(r[1] for r in telling) - low] * (1 + 1e-9)
            admitted.append(sum(x for x in p if x <= observed))
    return len(rules), admitted


def significant(p, q):
    order = sorted(p, reverse=True)
    smallest = 1.0
    count = 0
    for above, value in enumerate(order):
        smallest = min(smallest, value * len(p) / (len(p) - above))
        if smallest <= q:
            count += 1
    return count


def main():
    runs = json.load(sys.stdin)
    began = time.process_time()
    tested = {name: test_channel(channel) for name, channel in enumerate_channels(runs).items()}
    share = SHARE_OF_RUN / max(1, sum(1 for _, p in tested.values() if p))
    counts = {name: [tried, len(p), significant(p, share)] for name, (tried, p) in tested.items()}
    json.dump({"seconds": time.process_time() - began, "counts": counts}, sys.stdout)


main()
