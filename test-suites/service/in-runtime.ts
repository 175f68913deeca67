import { isDeepStrictEqual } from "node:util";
import type { TestFramework } from "@agent-treasury/testing";
import { serviceConformance } from "./service-conformance.ts";
import type { ServiceSurface } from "./service-surface.ts";

export interface RuntimeResult {
  readonly title: string;
  /** Null if the test passed. */
  readonly problem: string | null;
}

const expect: TestFramework["expect"] = (actual) => ({
  toBe: (expected) => assertEqual(actual, expected, Object.is(actual, expected)),
  toEqual: (expected) =>
    assertEqual(actual, expected, isDeepStrictEqual(defined(actual), defined(expected))),
});

function assertEqual(actual: unknown, expected: unknown, isEqual: boolean): void {
  if (isEqual) return;
  throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

/** Without fields that are undefined, which `toEqual` ignores. */
function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  if (value === null || typeof value !== "object") return value;
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)) {
    return value;
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, defined(field)]));
}

/** Runs the suite in a runtime without a test framework, one test after the other. */
export async function* serviceResults(surface: ServiceSurface): AsyncGenerator<RuntimeResult> {
  const tests: { title: string; body: () => Promise<void> }[] = [];
  const path: string[] = [];
  const framework: TestFramework = {
    describe: (name, body) => {
      path.push(name);
      body();
      path.pop();
    },
    it: (name, body) => void tests.push({ title: [...path, name].join(" > "), body }),
    expect,
  };
  serviceConformance(framework, surface);
  for (const { title, body } of tests) {
    let problem: string | null = null;
    try {
      await body();
    } catch (error) {
      problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    yield { title, problem };
  }
}
