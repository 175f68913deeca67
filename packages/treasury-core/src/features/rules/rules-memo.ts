import type { Json } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { StoredCharge } from "@agent-treasury/rules";
import { MemoSlot } from "../../kernel/judgement/memo-slot.ts";

/**
 * Missing for a spend that the ledger executed, unless its limits compare the balance. The rules that
 * judged it determine them again.
 */
export const chargesMemo: MemoSlot<readonly StoredCharge[]> = new MemoSlot<readonly StoredCharge[]>(
  "charges",
  chargesToJson,
  (json) => fromStored<readonly ChargesJson[]>(json).flatMap(chargesFromJson),
);

/** Missing if the payee was known, or if no rule depends on it. */
export const newPayeeMemo: MemoSlot<true> = new MemoSlot(
  "isNewPayee",
  (isNew) => isNew,
  () => true,
);

/** Ids of the counters of allocations to which the spend was charged. Missing without them. */
export const allocationsMemo: MemoSlot<readonly string[]> = new MemoSlot(
  "allocations",
  (ids) => ids,
  (json) => json as readonly string[],
);

/** The counters of one group. Compact, because a spend under many rules has a charge for each. */
type ChargedGroup = readonly [counters: string, group: string | null, payee: string | null];

type ChargesJson =
  | ChargedGroup
  /** The form of earlier records. */
  | StoredCharge;

function chargesToJson(charges: readonly StoredCharge[]): Json {
  const groups = new Map<string, ChargedGroup>();
  for (const { counter, group, payee } of charges) {
    const name = `${group} ${payee}`;
    const [counters] = groups.get(name) ?? [];
    // Ids of counters contain no space.
    groups.set(name, [counters === undefined ? counter : `${counters} ${counter}`, group, payee]);
  }
  return [...groups.values()];
}

function chargesFromJson(stored: ChargesJson): readonly StoredCharge[] {
  if ("counter" in stored) return [stored];
  const [counters, group, payee] = stored;
  return counters.split(" ").map((counter) => ({ counter, group, payee }));
}
