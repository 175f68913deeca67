import type {
  StandingApproval,
  Suggestion as WireSuggestion,
  SuggestionList,
} from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import {
  earlierName,
  readRuleSet,
  ruleSetToJson,
  type RuleSet,
  type Suggestion,
} from "@agent-treasury/rules";
import { suggestionsFrom } from "@agent-treasury/rules/replay";
import type { Engine } from "../../../kernel/engine.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { readRules } from "../publications.ts";
import { publishingTerm } from "../publish-rules.ts";
import { readHistory } from "./read-history.ts";
import { pausing } from "./replay-rules.ts";

const dayMs = 86_400_000;
const range = 30 * dayMs;
const maximumListed = 50;
/** The page asks each time that it is opened. */
const maximumRead = 10_000;

/**
 * Suggests standing approvals and rules from the decisions of persons in the last 30 days. Lets other
 * requests run in between.
 */
export async function suggest(
  engine: Engine,
  standing: (workspaceId: string) => Promise<readonly StandingApproval[]>,
  workspaceId: string,
): Promise<SuggestionList> {
  const { storage, policy, clock } = engine;
  const now = clock.now();
  const { rules: written } = await readRules(engine, workspaceId);
  const current = readRuleSet(written, publishingTerm.of(policy).rails);
  const days = { from: now - range, to: null };
  const history = readHistory(storage, workspaceId, days, current, 0, maximumRead);
  const pause = pausing(clock);
  let read = await history.next();
  for (; read.done !== true; read = await history.next()) await pause();
  const { isComplete } = read.value;
  const spends = read.value.spends.filter(({ proposed: { at } }) => at >= now - range);
  const taken = current.rules.map(({ id }) => id);
  const given = new Set(
    (await standing(workspaceId))
      .filter(({ status }) => status === "active" || status === "suspended")
      .map(({ agentId, vendor }) => pairOf(agentId, vendor)),
  );
  const suggestions = suggestionsFrom(spends, taken).filter(
    ({ agentId, vendor }) => vendor === null || !given.has(pairOf(agentId, vendor)),
  );
  return { suggestions: suggestions.map((one) => toWire(one, current, now)), isComplete };
}

function pairOf(agentId: string, vendor: string): string {
  return JSON.stringify([agentId, earlierName(vendor)]);
}

function toWire(
  { agentId, vendor, maximum, count, atMost, rules, spends }: Suggestion,
  current: RuleSet,
  now: number,
): WireSuggestion {
  const isStanding = vendor !== null;
  const all = { rules: [...current.rules, ...rules] };
  return {
    kind: isStanding ? "standing_approval" : "rules",
    agentId,
    vendor,
    maximumUsd: Micros.toUsd(maximum),
    count,
    endsAt: isStanding ? timestamp(now + range) : null,
    atMostUsd: Micros.toUsd(atMost),
    rules: isStanding ? null : ruleSetToJson(all),
    spends: spends.slice(0, maximumListed).map(({ id, name, approvedAmount, approved }) => ({
      proposalId: id,
      vendor: name,
      amountUsd: Micros.toUsd(approvedAmount),
      decidedAt: timestamp(approved?.at ?? 0),
    })),
    spendCount: spends.length,
  };
}
