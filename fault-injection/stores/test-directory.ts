import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export function testDirectory(): (name: string) => string {
  const directory = mkdtempSync(join(tmpdir(), "treasury-faults-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return (name) => join(directory, name);
}
