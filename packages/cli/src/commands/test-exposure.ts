import type { ComputedExposure } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { type RuleSet, ruleSetToJson } from "@agent-treasury/rules";
import type { ExpectedExposure, RuleTests } from "@agent-treasury/rules/yaml";
import { type Environment, readSettings } from "@agent-treasury/server";
import { dollars } from "./dollars.ts";
import {
  type Attacker,
  computation,
  type Horizon,
  type Leaked,
  questionIn,
} from "./exposure-question.ts";
import { inAnyWorkspace } from "./in-workspace.ts";

type Work = Parameters<typeof inAnyWorkspace>[2];

export interface TestedExposure {
  readonly horizon: Horizon;
  readonly attacker: Attacker;
  readonly passed: boolean;
  readonly text: string;
}

/** Compares the proved bound, so that a test does not pass because a sequence was not found. */
export async function testExposure(
  { exposure: expected, workspace }: Pick<RuleTests, "exposure" | "workspace">,
  rules: RuleSet,
  timeZone: string,
  env: Environment,
): Promise<readonly TestedExposure[]> {
  if (expected.length === 0) return [];
  const compute = await computation("`exposure` in a test of rules");
  const settings = readSettings(env);
  const tested: TestedExposure[] = [];
  const test: Work = async (treasury, workspaceId) => {
    for (const one of workspace.allocations)
      await treasury.allocations.set({ workspaceId, ...one });
    for (const one of workspace.payees) await treasury.payees.add({ workspaceId, ...one });
    const place = { treasury, workspaceId, timeZone, settings };
    for (const { horizon, atMost, ...one } of expected) {
      const terms = { ...one, credential: leakedFor(one.credential) };
      const question = await questionIn(place, ruleSetToJson(rules), terms);
      const found = await compute({ ...question, horizon });
      tested.push(testedExposure({ horizon, atMost, ...one }, found));
    }
  };
  await inAnyWorkspace({ options: {}, env }, timeZone, test, { settings });
  return tested;
}

function leakedFor(credential: ExpectedExposure["credential"]): Leaked | null {
  if (credential === undefined) return null;
  const { agent, allocation = null, expiresInDays } = credential;
  const end = expiresInDays === undefined ? null : Date.now() + expiresInDays * 86_400_000;
  return {
    agentId: agent,
    name: agent,
    allocationId: allocation,
    expiresAt: end === null ? null : new Date(end).toISOString(),
  };
}

function testedExposure(
  { horizon, attacker, agent = "An agent", credential, atMost }: ExpectedExposure,
  { reachedUsd, provedUsd, boundBy }: ComputedExposure,
): TestedExposure {
  const expected = Micros.toUsd(atMost);
  const subject = credential === undefined ? agent : `The leaked credential of ${credential.agent}`;
  const means = attacker === "agent" ? "without a person" : "with one approver";
  const found = provedUsd === null ? "no bound is known" : `at most ${dollars(provedUsd)}`;
  return {
    horizon,
    attacker,
    passed: provedUsd !== null && provedUsd <= expected,
    text: `exposure.${horizon}: expected at most ${dollars(expected)}. ${subject} ${means} can spend ${dollars(reachedUsd)}, and ${found} (${boundBy.join(", ")}).`,
  };
}
