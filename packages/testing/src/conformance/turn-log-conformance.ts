import type { TestFramework } from "./test-framework.ts";
import { appends } from "./turn-log/appends.ts";
import { durability } from "./turn-log/durability.ts";
import { erasures } from "./turn-log/erasures.ts";
import { purges } from "./turn-log/purges.ts";
import { races } from "./turn-log/races.ts";
import { reads } from "./turn-log/reads.ts";
import { resends } from "./turn-log/resends.ts";
import { type TurnLogSubject, turnLogSuite } from "./turn-log/turn-log-suite.ts";
import { values } from "./turn-log/values.ts";

/**
 * Registers a test for every requirement of `TurnLog`. With a conforming log, a turn can resume
 * after its process crashed, and no tool call runs twice.
 *
 * `openBeside` adds tests of several processes and of durability, `close` tests of calls after
 * closing, and `setNow` tests of expiry. Provide all that the log supports.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 *
 * turnLogConformance(
 *   { describe, it, expect },
 *   { name: "memory", open: () => memoryStorage().turnLog },
 * );
 */
export function turnLogConformance(framework: TestFramework, subject: TurnLogSubject): void {
  const suite = turnLogSuite(framework, subject);
  framework.describe(`${subject.name} as a TurnLog`, () => {
    framework.describe("appending", () => appends(suite));
    framework.describe("repeated appends", () => resends(suite));
    framework.describe("races", () => races(suite));
    framework.describe("reading", () => reads(suite));
    framework.describe("erasing", () => erasures(suite));
    framework.describe("purging", () => purges(suite));
    framework.describe("values", () => values(suite));
    framework.describe("durability", () => durability(suite));
  });
}
