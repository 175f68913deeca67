import type { TestFramework } from "@agent-treasury/testing";

/** One of so many parts of a suite, counted from 0. */
export interface Part {
  readonly at: number;
  readonly of: number;
}

/**
 * Registers only a part of a suite: each test whose number, in their order, leaves the remainder `at`.
 * With `TEST_LONG=1` it registers all. For an implementation that shares its code with another one, which
 * has every test.
 */
export function partOfTests(
  framework: TestFramework,
  { at, of }: Part,
  isWhole: boolean = process.env["TEST_LONG"] !== undefined,
): TestFramework {
  if (isWhole) return framework;
  let tests = 0;
  /** Of the present `describe`; null outside of any. */
  let chosen: (() => unknown)[] | null = null;
  const add = (register: () => unknown): unknown =>
    chosen === null ? register() : chosen.push(register);
  return {
    ...framework,
    describe: (name, body) => {
      const outer = chosen;
      const within: (() => unknown)[] = [];
      chosen = within;
      body();
      chosen = outer;
      // Without a test it would fail.
      if (within.length === 0) return;
      add(() => framework.describe(name, () => within.forEach((register) => register())));
    },
    it: (name, body) => {
      if (tests % of === at) add(() => framework.it(name, body));
      tests += 1;
    },
  };
}
