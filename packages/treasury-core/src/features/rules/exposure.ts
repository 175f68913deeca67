import type {
  AgentCredential,
  ExposureComputation,
  ExposureRequest,
  PayablePayee,
  RulesExposure,
  StandingApproval,
  WrittenRuleSet,
} from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { compileRules, readRuleSet } from "@agent-treasury/rules";
import type { Engine } from "../../kernel/engine.ts";
import { balanceOf } from "../../kernel/ledger/account.ts";
import type { Command } from "../../kernel/ledger/command.ts";
import { readAllocationUsage } from "./allocations/allocation-wire.ts";
import { readRules } from "./publications.ts";
import { publishingTerm } from "./publish-rules.ts";
import { counted, type RunningReplays } from "./replay/replay-rules.ts";

/** What the computation reads beside the rules. */
export interface ExposureSource {
  /** Null without the option `exposure`. */
  readonly compute: ExposureComputation | null;
  readonly standing: (workspaceId: string) => Promise<readonly StandingApproval[]>;
  /** Null for one that is not valid. */
  readonly credential: (workspaceId: string, id: string) => Promise<AgentCredential | null>;
  /** The payees that policy pays beside those that rules allow. Null for any. */
  readonly payees: (
    workspaceId: string,
    rails: readonly string[],
  ) => Promise<readonly PayablePayee[] | null>;
}

const notInstalled =
  "The most that an agent can spend is not computed here. Install @agent-treasury/exposure, and pass its `ruleExposure` as the option `exposure`.";

const nothing = {
  problem: null,
  reachedUsd: 0,
  provedUsd: null,
  agentId: "agent",
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

const notValid = "The credential does not exist, was revoked, or has expired.";
const ofMeter = "The credential is of a meter, which requests no spends. It settles open tabs.";

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
  source: ExposureSource,
  replays: RunningReplays,
  { workspaceId, rules, exposure }: ExposureTerms,
): Promise<RulesExposure> {
  const { attacker = "agent", horizon = "day", start = "empty" } = exposure;
  const { credentialId, balanceUsd } = exposure;
  const { compute } = source;
  const money = await engine.committer.preview(workspaceId, moneyOf);
  const answer = { ...nothing, attacker, horizon, start, openUsd: Micros.toUsd(money.held) };
  if (compute === null) return { ...answer, problem: notInstalled };
  const { rails } = publishingTerm.of(engine.policy);
  const leaked =
    credentialId === undefined ? null : await source.credential(workspaceId, credentialId);
  if (credentialId !== undefined && leaked === null) return { ...answer, problem: notValid };
  if (leaked?.role === "meter") return { ...answer, problem: ofMeter };
  const payees = leaked && (await source.payees(workspaceId, rails));
  const agentId = exposure.agentId ?? null;
  const approvals = await source.standing(workspaceId);
  const agents = leaked === null && agentId === null ? agentsIn(rules, approvals) : 1;
  if (agents * rules.rules.length > maximumPairs) return { ...answer, problem: tooLarge };
  const { allocations } = await engine.committer.preview(
    workspaceId,
    readAllocationUsage(engine.policy.clock),
  );
  const current = await readRules(engine, workspaceId);
  const kept = countersOf(current.rules, rails);
  const drafted = countersOf(rules, rails);
  const present = Micros.toUsd(Micros.max(money.balance, Micros.zero));
  const found = await counted(replays, () =>
    compute({
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
      allocations,
      agentId,
      credential: leaked && { ...leaked, payees },
      balanceUsd: balanceUsd ?? (start === "now" ? present : null),
      timeZone: engine.calendar.timeZone,
      now: engine.clock.now(),
    }),
  );
  return { ...answer, ...(found ?? { problem: notInstalled }) };
}

function agentsIn({ rules }: WrittenRuleSet, standing: readonly StandingApproval[]): number {
  const named = rules.flatMap(({ when: { agents = [] } = {} }) =>
    "in" in agents ? agents.in : "notIn" in agents ? agents.notIn : agents,
  );
  const usable = standing.filter(({ status }) => status !== "expired" && status !== "revoked");
  return new Set([...named, ...usable.map(({ agentId }) => agentId)]).size;
}

function countersOf(
  written: WrittenRuleSet,
  rails: readonly string[],
): ReadonlyMap<string, string | null> {
  const { rules } = compileRules(readRuleSet(written, rails));
  return new Map(rules.map(({ rule, counter }) => [rule.id, counter]));
}

const moneyOf: Command<{ readonly balance: Micros; readonly held: Micros }> = {
  name: "read_money",
  reduce: ({ head: { account } }) => ({
    kind: "unchanged",
    answer: { balance: balanceOf(account), held: account.held },
  }),
};
