import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Returns paths in a directory that is removed after the test file. */
export function temporaryDirectory(): (name: string) => string {
  const directory = mkdtempSync(join(tmpdir(), "treasury-sqlite-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return (name) => join(directory, name);
}
