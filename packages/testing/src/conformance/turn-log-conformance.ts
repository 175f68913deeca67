import type { TestFramework } from "./test-framework.ts";
import { appends } from "./turn-log/appends.ts";
import { durability } from "./turn-log/durability.ts";
import { erasures } from "./turn-log/erasures.ts";
import { races } from "./turn-log/races.ts";
import { reads } from "./turn-log/reads.ts";
import { resends } from "./turn-log/resends.ts";
import { sweeps } from "./turn-log/sweeps.ts";
import { type TurnLogSubject, turnLogSuite } from "./turn-log/turn-log-suite.ts";
import { values } from "./turn-log/values.ts";

/**
 * Registers a test for every sentence of the contract on `TurnLog`. On an implementation that passes a
 * turn may go on after its process died, and no tool of it runs twice.
 *
 * `openBeside` adds tests of several processes and of durability, `close` of what is asked after it,
 * and `setNow` of what is old: give all of them where the log can.
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
    framework.describe("an append sent again", () => resends(suite));
    framework.describe("races", () => races(suite));
    framework.describe("reading", () => reads(suite));
    framework.describe("erasing", () => erasures(suite));
    framework.describe("sweeping", () => sweeps(suite));
    framework.describe("values", () => values(suite));
    framework.describe("durability", () => durability(suite));
  });
}
