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
import { begin, type RunningReplays } from "./replay/replay-rules.ts";

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

/** Each pair of an agent and a rule. More would take a processor for minutes. */
const maximumPairs = 5_000;

const tooLarge =
  "The rules name too many agents to compute this here. Run `agent-treasury rules exposure` with `--agent`.";

interface ExposureTerms {
  readonly workspaceId: string;
  /** Valid. */
  readonly rules: WrittenRuleSet;
  readonly exposure: ExposureRequest;
}

/**
 * Computes the most that an agent can spend under rules.
 *
 * @throws TreasuryError `service_busy` while other computations or replays run.
 */
export async function exposureUnder(
  engine: Engine,
  { compute, standing }: ExposureSource,
  replays: RunningReplays,
  { workspaceId, rules, exposure }: ExposureTerms,
): Promise<RulesExposure> {
  const { attacker = "agent", horizon = "day", start = "empty" } = exposure;
  const money = await engine.committer.preview(workspaceId, moneyOf);
  const answer = { ...nothing, attacker, horizon, start, openUsd: Micros.toUsd(money.held) };
  if (compute === null) return { ...answer, problem: notInstalled };
  const approvals = await standing(workspaceId);
  if (agentsIn(rules, approvals) * rules.rules.length > maximumPairs) {
    return { ...answer, problem: tooLarge };
  }
  const { rails } = publishingTerm.of(engine.policy);
  const current = await readRules(engine, workspaceId);
  const kept = countersOf(current.rules, rails);
  const drafted = countersOf(rules, rails);
  begin(replays);
  try {
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
      standing: approvals,
      availableUsd: Micros.toUsd(money.available),
      timeZone: engine.calendar.timeZone,
      now: engine.clock.now(),
    });
    return { ...answer, ...(found ?? { problem: notInstalled }) };
  } finally {
    replays.running -= 1;
  }
}

function agentsIn({ rules }: WrittenRuleSet, standing: readonly StandingApproval[]): number {
  const named = rules.flatMap(({ when: { agents = [] } = {} }) =>
    "in" in agents ? agents.in : "notIn" in agents ? agents.notIn : agents,
  );
  const active = standing.filter(({ status }) => status === "active");
  return new Set([...named, ...active.map(({ agentId }) => agentId)]).size;
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
