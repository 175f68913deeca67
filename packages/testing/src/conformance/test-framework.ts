/** The used assertions of vitest, Jest and `expect`. */
export interface Expectation {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
}

/**
 * A test framework, typed structurally. The functions of vitest and Jest fit, as do those of
 * `node:test` with the package `expect`.
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
