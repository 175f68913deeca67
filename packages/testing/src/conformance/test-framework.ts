/** What the suites assert with: a part of what vitest, Jest and `expect` offer. */
export interface Expectation {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
}

/**
 * The test framework that a suite runs in, typed by structure, so that the suites need none of their
 * own: vitest's and Jest's functions fit, and so do those of `node:test` beside the package `expect`.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 * const framework: TestFramework = { describe, it, expect };
 */
export interface TestFramework {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  readonly expect: (actual: unknown) => Expectation;
}
