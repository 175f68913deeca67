import { normaliseName } from "@agent-treasury/provider/helpers";
import type { Situation } from "./situation.ts";
import type { Payee, SpendFacts } from "./spend-facts.ts";

/**
 * The forms of a payee's identity: the exact one, in which identities are compared, then that of
 * version 0.2 if it is another. Records of that version have the second one only.
 *
 * @example payeeForms("name:straße"); // ["name:strasse", "name:straße"]
 */
export function payeeForms(
  id: Payee["id"],
): readonly [exact: string, ...earlier: readonly string[]] {
  const exact = normaliseName(id);
  return exact === id ? [id] : [exact, id];
}

/** The hash under which a counter has the payee of a spend, otherwise that of its exact form. */
export function countedPayee(
  payees: readonly string[],
  { facts, hash }: Pick<Situation, "hash"> & { readonly facts: Pick<SpendFacts, "payee"> },
): string {
  const [exact, ...earlier] = payeeForms(facts.payee.id);
  return earlier.map(hash).find((one) => payees.includes(one)) ?? hash(exact);
}
