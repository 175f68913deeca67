import { expect } from "vitest";

/**
 * Expects in long tests that each of these counts is above its minimum, or above 0. A short test
 * meets what depends on chance or on the machine's speed too rarely to require it.
 */
export function expectMet(
  counts: Readonly<Record<string, number | undefined>>,
  above: Readonly<Record<string, number>> = {},
): void {
  if (process.env["TEST_LONG"] === undefined) return;
  for (const [name, count] of Object.entries(counts)) {
    expect(count, `count of ${name}`).toBeGreaterThan(above[name] ?? 0);
  }
}
