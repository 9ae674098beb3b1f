#!/usr/bin/python3
"""snarp pool: what it tells of scenarios, and draws.

    pool_test.py SNARP

Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest.mock import ANY
import xml.etree.ElementTree

SNARP = ""
SVG = "{http://www.w3.org/2000/svg}"


def pool(*arguments):
    run = subprocess.run([SNARP, "pool", *map(str, arguments)], check=True,
                         capture_output=True, text=True)
    return run.stdout


def simulate(policy, *arguments):
    text = pool("--format", "json", "--simulate", policy, *arguments)
    return json.loads(text)


def scenario(folder, **members):
    path = pathlib.Path(folder) / "scenario.json"
    path.write_text(json.dumps(members))
    return path


class Pool(unittest.TestCase):
    def test_counts_of_weighted_round_robin(self):
        told = simulate("WRR", "--weights", "1,2,7", "--requests", 30)
        self.assertEqual([e["first"] for e in told["elements"]], [3, 6, 21])
        for element in told["elements"]:
            self.assertLess(element["worst"], 1)

    def test_the_example_of_priority_least_used(self):
        told = simulate("PLU", "--loads", "2147483648,2147483648",
                        "--degradations", "429496730,2147483647",
                        "--requests", 1)
        self.assertEqual(told["steps"][-1], {"answers": [[1]]})
        self.assertNotIn("ideal", told["elements"][0])

    def test_all_elements(self):
        told = simulate("RR", "--elements", 3, "--requests", 2, "--select",
                        "all")
        self.assertEqual(told["steps"][-1], {"answers": [[1, 2, 3],
                                                         [2, 3, 1]]})
        self.assertEqual([e["answered"] for e in told["elements"]], [2, 2, 2])

    def test_a_scenario_from_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = scenario(folder, policy="RAND", draws=[1, 0], steps=[
                {"register": 7}, {"register": 9}, {"select": 2},
                {"deregister": 7}, {"deregister": 8}])
            told = json.loads(pool("--format", "json", path))
            self.assertEqual(told["steps"], [
                "ok", "ok", [9, 7], "ok", ANY])
            self.assertEqual(told["steps"][4]["reason"], "element-unknown")
            self.assertIn("steps[4]: refused: there is no such element", pool(path))

    def test_the_table_has_a_mark_for_each_request(self):
        table = pool("--simulate", "WRR", "--weights", "1,3", "--requests", 8)
        rows = [line.split()[-1] for line in table.splitlines()[-2:]]
        self.assertEqual([len(row) for row in rows], [8, 8])
        self.assertEqual([row.count("#") for row in rows], [2, 6])

    def test_an_element_that_is_away(self):
        with tempfile.TemporaryDirectory() as folder:
            path = scenario(folder, policy="RR", steps=[
                {"register": 1}, {"select": 1}, {"register": 2}, {"select": 1},
                {"deregister": 1}, {"select": 1}])
            rows = pool(path).splitlines()[-2:]
            self.assertTrue(rows[0].endswith("  ## "), rows[0])
            self.assertTrue(rows[1].endswith("   .#"), rows[1])

    def test_the_picture_is_svg(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "p.svg"
            pool("--format", "svg", "--output", path, "--simulate", "WRR",
                 "--weights", "1,2", "--requests", 6)
            root = xml.etree.ElementTree.parse(path).getroot()
            self.assertEqual(root.tag, SVG + "svg")
            first = [r for r in root.iter(SVG + "rect")
                     if r.get("class") == "first"]
            self.assertEqual(len(first), 6 + 2)  # the requests and the bars
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [path])

    def test_a_great_story_is_drawn_small(self):
        picture = pool("--format", "svg", "--simulate", "RR", "--elements", 50,
                       "--requests", 100000)
        self.assertLess(len(picture), 5_000_000)


if __name__ == "__main__":
    SNARP = sys.argv.pop(1)
    unittest.main()
