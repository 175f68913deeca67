import type {
  ExposureComputation,
  ExposureRequest,
  RulesExposure,
  StandingApproval,
  WrittenRuleSet,
} from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { compileRules, readRuleSet } from "@agent-treasury/rules";
import type { Engine } from "../../kernel/engine.ts";
import { balanceOf } from "../../kernel/ledger/account.ts";
import type { Command } from "../../kernel/ledger/command.ts";
import { readRules } from "./publications.ts";
import { publishingTerm } from "./publish-rules.ts";

/** What the computation reads beside the rules. */
export interface ExposureSource {
  /** Null without the option `exposure`. */
  readonly compute: ExposureComputation | null;
  readonly standing: (workspaceId: string) => Promise<readonly StandingApproval[]>;
}

const notInstalled =
  "The most that an agent can spend is not computed here. Install @agent-treasury/exposure, and pass its `ruleExposure` as the option `exposure`.";

const nothing = {
  problem: null,
  reachedUsd: 0,
  provedUsd: null,
  boundBy: [],
  spends: [],
  spendCount: 0,
  assumptions: [],
  notBounded: [],
} satisfies Partial<RulesExposure>;

/** Computes the most that an agent can spend under rules that are valid. */
export async function exposureUnder(
  engine: Engine,
  { compute, standing }: ExposureSource,
  workspaceId: string,
  rules: WrittenRuleSet,
  { attacker = "agent", horizon = "day", start = "empty" }: ExposureRequest,
): Promise<RulesExposure> {
  const money = await engine.committer.preview(workspaceId, moneyOf);
  const answer = { ...nothing, attacker, horizon, start, openUsd: Micros.toUsd(money.held) };
  if (compute === null) return { ...answer, problem: notInstalled };
  const { rails } = publishingTerm.of(engine.policy);
  const current = await readRules(engine, workspaceId);
  const kept = countersOf(current.rules, rails);
  const drafted = countersOf(rules, rails);
  const found = await compute({
    attacker,
    horizon,
    start,
    rules,
    rails,
    // A limit that counts something else begins without usage.
    usage: [
      ...current.limits,
      ...current.usage.filter(({ rule }) => kept.get(rule) === drafted.get(rule)),
    ],
    standing: await standing(workspaceId),
    availableUsd: Micros.toUsd(money.available),
    timeZone: engine.calendar.timeZone,
    now: engine.clock.now(),
  });
  return { ...answer, ...(found ?? { problem: notInstalled }) };
}

function countersOf(
  written: WrittenRuleSet,
  rails: readonly string[],
): ReadonlyMap<string, string | null> {
  const { rules } = compileRules(readRuleSet(written, rails));
  return new Map(rules.map(({ rule, counter }) => [rule.id, counter]));
}

const moneyOf: Command<{ readonly available: Micros; readonly held: Micros }> = {
  name: "read_money",
  reads: [],
  reduce: ({ head: { account } }) => {
    const { held } = account;
    return {
      kind: "unchanged",
      answer: { available: Micros.subtract(balanceOf(account), held), held },
    };
  },
};
