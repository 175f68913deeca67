import type { TestFramework } from "@agent-treasury/testing";
import { historyClock } from "../../histories/history-clock.ts";
import type { Stage } from "../../histories/stage.ts";
import type { OpenedStorage } from "../../histories/treasury-histories.ts";
import type { RuleSubject } from "../rule-subject.ts";
import type { ReplayCounts } from "./replay-history.ts";
import type { RuleHistory } from "./rule-history.ts";
import { jsonSafe, runRuleHistory } from "./run-rule-history.ts";
import { shortenRuleHistory } from "./shorten-rule-history.ts";
import { writeRuleHistory } from "./write-rule-history.ts";

const historiesInTest = 100;

export interface RuleHistorySubject extends RuleSubject {
  readonly histories: number;
  readonly firstSeed: number;
}

/**
 * Runs random histories of spends under rules and allocations that change, through processes that
 * crash and whose clocks disagree. A model that loops over the whole history must give the same
 * answers, approvals and usage after every step. A replay of the rules that were in effect must
 * change nothing.
 */
export function ruleHistories(framework: TestFramework, subject: RuleHistorySubject): void {
  const { describe, it, expect } = framework;
  const { name, histories, firstSeed } = subject;
  describe(`${histories} random histories under rules on ${name}`, () => {
    for (let first = 0; first < histories; first += historiesInTest) {
      const count = Math.min(historiesInTest, histories - first);
      it(`match the model, from seed ${firstSeed + first}, ${count} of them`, async () => {
        const counts = await runAll(subject, firstSeed + first, count);
        // Histories that meet no limit would prove nothing.
        expect(counts.steps >= count * 8).toBe(true);
        const { replayed, unknown } = counts;
        expect(replayed > count && unknown * 20 < replayed).toBe(true);
        const kinds = ["executed", "approved", "pending", "denied", "failed"];
        const met = kinds.filter((kind) => counts.met.has(kind));
        expect(count < 20 || counts.crashes > 0).toBe(true);
        expect(count < 20 ? kinds : met).toEqual(kinds);
      });
    }
  });
}

interface Counts extends ReplayCounts {
  readonly steps: number;
  readonly crashes: number;
  readonly faults: number;
  /** The status of spends after steps. */
  readonly met: ReadonlyMap<string, number>;
}

async function runAll({ open }: RuleSubject, firstSeed: number, count: number): Promise<Counts> {
  const clock = historyClock(Date.UTC(2026, 0, 1));
  const opened = await open(clock.now);
  const met = new Map<string, number>();
  let [steps, crashes, faults, replayed, unknown] = [0, 0, 0, 0, 0];
  try {
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      const one = await runOne(writeRuleHistory(seed), opened, clock);
      steps += one.steps;
      crashes += one.crashes;
      faults += one.faults;
      replayed += one.replay.replayed;
      unknown += one.replay.unknown;
      for (const [answer, times] of one.answers) {
        const status = answer.split(" ")[0] ?? "";
        met.set(status, (met.get(status) ?? 0) + times);
      }
    }
  } finally {
    await opened.close();
  }
  return { steps, crashes, faults, replayed, unknown, met };
}

async function runOne(
  history: RuleHistory,
  { storages }: OpenedStorage,
  clock: Stage["clock"],
): ReturnType<typeof runRuleHistory> {
  let attempts = 0;
  const attempt = (attempted: RuleHistory) => {
    attempts += 1;
    const workspaceId = `rules-${history.seed}-${attempts}`;
    return runRuleHistory(attempted, { storages, clock, workspaceId });
  };
  try {
    return await attempt(history);
  } catch (error) {
    const { shortest, failure } = await shortenRuleHistory(history, error, attempt);
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new Error(
      `The history of seed ${history.seed} failed.\n${message}\n${JSON.stringify(shortest, jsonSafe, 1)}`,
      { cause: error },
    );
  }
}
