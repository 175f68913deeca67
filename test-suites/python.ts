import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

const version = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]);

/** Skips a test of a program in `examples/python`. */
export function skipWithoutPython(test: TestContext): void {
  test.skip(version.status !== 0, "Python 3.11 or later is not installed as python3");
}
