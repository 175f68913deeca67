import type { JsonObject } from "@agent-treasury/provider";
import { TreasuryError } from "@agent-treasury/provider";
import { compileRules, type CompiledRules, readRuleSet, type RuleSet, rulesText } from "@agent-treasury/rules";
import { type Changes, changesOn } from "../../ledger/command.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { Operator } from "../../ledger/operator.ts";
import type { RuleState } from "../../ledger/rule-state.ts";
import { ruleSetDoc } from "./rule-set-doc.ts";

const maximumCounters = 64;

export interface PublicationPayload {
  readonly rules: RuleSet;
  /** The publication that the draft is based on. Undefined accepts any. */
  readonly basedOn?: string | null;
  /** 128 random bits. */
  readonly salt: string;
}

/**
 * Publishes a rule set. The next spend is judged by it.
 *
 * @throws TreasuryError `rules_changed` if another set was published since `basedOn`.
 */
export function publishRules(
  ledger: LedgerState,
  { rules: ruleSet, basedOn, salt }: PublicationPayload,
  operator: Operator,
  now: number,
): Changes {
  const { head } = ledger;
  const { published, publications } = head.account.rules;
  if (basedOn !== undefined && basedOn !== published) throw rulesChanged(published);
  const number = publications + 1;
  const doc = ruleSetDoc(
    { ruleSet, predecessor: published, number, author: operator.name, salt, at: now },
    head.epoch,
  );
  const usage = usageUnder(ruleSet, head.account.rules);
  const rules = { published: doc.id, publications: number, ...usage };
  return changesOn(ledger, { head: { ...head, account: { ...head.account, rules } }, put: [doc] });
}

/**
 * Keeps the usage of removed rules while there is space. Otherwise publishing a set twice would
 * restart its windows, and its groups would not count as live.
 */
function usageUnder(
  ruleSet: RuleSet,
  { counters, groups }: RuleState,
): Pick<RuleState, "counters" | "groups"> {
  const { counters: published } = compileRules(ruleSet);
  const inHead = [...published.values()].filter((counter) => counter.inHead).length;
  return {
    counters: keptUsage(counters, published, maximumCounters - inHead),
    groups: keptUsage(groups, published, maximumCounters),
  };
}

/** @param room for usage of removed rules. */
function keptUsage<Usage>(
  usage: ReadonlyMap<string, Usage>,
  published: CompiledRules["counters"],
  room: number,
): ReadonlyMap<string, Usage> {
  const used = [...usage].filter(([id]) => published.has(id));
  const others = [...usage].filter(([id]) => !published.has(id));
  return new Map([...used, ...others.slice(0, room)]);
}

function rulesChanged(published: string | null): TreasuryError {
  const message = `Other rules were published meanwhile (${published ?? "none"}). Compare your draft with them, then publish again.`;
  return new TreasuryError("rules_changed", message);
}

/** The form in which a pending publication is stored. */
export function payloadOf({ rules, basedOn, salt }: PublicationPayload): JsonObject {
  return { rules: rulesText(rules), salt, ...(basedOn !== undefined && { basedOn }) };
}

export function publicationFrom(payload: JsonObject): PublicationPayload {
  const { rules, salt, basedOn } = payload as {
    rules: string;
    salt: string;
    basedOn?: string | null;
  };
  const ruleSet = readRuleSet(JSON.parse(rules));
  return { rules: ruleSet, salt, ...(basedOn !== undefined && { basedOn }) };
}
