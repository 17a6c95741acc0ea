#!/usr/bin/env python3
"""Puts the faults of tests/mutations.txt in, one at a time, and prints which tests find each: scripts/trial mutations.

    scripts/mutations.py [NAME...]   those whose names contain one of these words, all if left out

Ends with 1 if a fault is not found, or found by golden files alone. The sources are as before when it ends.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ("file", "find", "with", "in")


def faults():
    """The faults of the list, each a dictionary of its fields."""
    found = []
    for number, line in enumerate((ROOT / "tests/mutations.txt").read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            found.append({"name": line.strip("[]")})
            continue
        field, _, text = line.partition(" ")
        if not found or field not in FIELDS:
            sys.exit(f"tests/mutations.txt:{number}: expected a name in brackets or one of {', '.join(FIELDS)}")
        lines = found[-1].setdefault(field, [])
        lines.append(text)
    for fault in found:
        missing = [field for field in FIELDS if field not in fault]
        if missing:
            sys.exit(f"tests/mutations.txt: {fault['name']} lacks {', '.join(missing)}")
    return found


def changed(fault):
    """The file of a fault, its text, and the text with the fault."""
    path = ROOT / fault["file"][0]
    text = path.read_text() if path.is_file() else ""
    find, instead = "\n".join(fault["find"]), "\n".join(fault["with"])
    if text.count(find) != 1:
        sys.exit(f"{fault['name']}: {fault['file'][0]} has the text of the fault {text.count(find)} times, not once")
    return path, text, text.replace(find, instead)


def failed(stages):
    """The tests that fail in these stages; None if something does not compile."""
    tests = []
    for stage in stages:
        # With a filter that all names contain, the core is compiled as after a change of a rule.
        every = [""] if stage == "core" else []
        run = subprocess.run(
            ["scripts/test", "--keep-going", stage, *every], cwd=ROOT, capture_output=True, text=True, errors="replace"
        )
        output = run.stdout + run.stderr
        if "could not compile" in output:
            return None
        tests += re.findall(r"^test (\S+)(?: - should panic)? \.\.\. FAILED$", output, re.M)
        if run.returncode and not tests:
            sys.exit(f"scripts/test {stage} failed, but no test did:\n{output[-3000:]}")
    return tests


def main():
    words = sys.argv[1:]
    chosen = [fault for fault in faults() if not words or any(word in fault["name"] for word in words)]
    # All of them have to apply, before hours are spent.
    for fault in chosen:
        changed(fault)
    missed = 0
    for fault in chosen:
        path, text, with_fault = changed(fault)
        try:
            path.write_text(with_fault)
            tests = failed(fault["in"][0].split())
        finally:
            path.write_text(text)
        if tests is None:
            sys.exit(f"{fault['name']}: the fault does not compile")
        golden = [test for test in tests if "golden" in test]
        others = [test for test in tests if test not in golden]
        missed += not others
        shown = ", ".join(others[:4]) + (f" and {len(others) - 4} more" if len(others) > 4 else "")
        print(f"{fault['name']} | {len(others)} | {len(golden)} golden | {shown or 'NOT FOUND'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults found")
    sys.exit(missed > 0)


main()
