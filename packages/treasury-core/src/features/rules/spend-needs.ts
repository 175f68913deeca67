import type { Key, Micros } from "@agent-treasury/provider";
import { type CompiledRules, type Needs, neededBy, type SpendFacts } from "@agent-treasury/rules";
import { RepeatedKey } from "../../kernel/ledger/key-text.ts";
import { payeeKeys } from "../../kernel/payees/payee-doc.ts";
import { usageIdOf, usageKey } from "./usage-doc.ts";

/** What the judgement of a spend reads. */
export interface SpendNeeds {
  readonly needs: Needs;
  /** The documents of counters that are not in the head. */
  readonly usage: readonly Key[];
  /** The records of the payee's newest payment. Empty if no rule reads it. */
  readonly payee: readonly Key[];
}

const maximumRemembered = 1_000;

/** The needs of recent spends. Most spends repeat the agent, vendor and category of an earlier one. */
export class RememberedNeeds {
  #bySet = new WeakMap<CompiledRules, RememberedSet>();
  #size = 0;

  of(rules: CompiledRules, facts: SpendFacts): SpendNeeds {
    const remembered = this.#rememberedOf(rules);
    const text = testedText(facts, remembered.amounts);
    const known = remembered.byText.get(text);
    if (known !== undefined) return known;
    if (this.#size >= maximumRemembered) {
      this.#bySet = new WeakMap();
      this.#size = 0;
    }
    const needs = needsOf(rules, facts);
    this.#rememberedOf(rules).byText.set(text, needs);
    this.#size += 1;
    return needs;
  }

  #rememberedOf(rules: CompiledRules): RememberedSet {
    const known = this.#bySet.get(rules);
    if (known !== undefined) return known;
    const remembered = { amounts: amountsIn(rules), byText: new Map() };
    this.#bySet.set(rules, remembered);
    return remembered;
  }
}

interface RememberedSet {
  readonly amounts: readonly Micros[];
  readonly byText: Map<string, SpendNeeds>;
}

/** The amounts that conditions compare with. */
function amountsIn({ rules }: CompiledRules): readonly Micros[] {
  const amounts = rules.flatMap(({ rule }) => [rule.when.amount?.from, rule.when.amount?.below]);
  return [...new Set(amounts.filter((amount) => amount != null))];
}

/**
 * The values that rules test before documents are loaded. As JSON, because a name may contain any
 * separator. Amounts between the same two compared ones have the same text.
 */
function testedText(
  {
    amount,
    payee,
    vendor,
    writtenVendor = vendor,
    category,
    agentId,
    allocations,
    rail,
  }: SpendFacts,
  compared: readonly Micros[],
): string {
  let reached = 0;
  for (const one of compared) if (amount >= one) reached += 1;
  const { id, isSelfReported } = payee;
  return JSON.stringify([
    reached,
    id,
    isSelfReported,
    writtenVendor,
    category,
    agentId,
    allocations,
    rail,
  ]);
}

function needsOf(rules: CompiledRules, facts: SpendFacts): SpendNeeds {
  const needs = neededBy(rules, facts);
  const usage = new Map<string, Key>();
  for (const { counter } of needs.candidates) {
    if (counter === null || counter.inHead) continue;
    usage.set(usageIdOf(counter.key), new RepeatedKey(usageKey(counter.key)));
  }
  const { payee: identity } = facts;
  const paid = needs.payee ? payeeKeys(identity.id, rules.hash) : [];
  const payee = paid.map((key) => new RepeatedKey(key));
  return { needs, usage: [...usage.values()], payee };
}
