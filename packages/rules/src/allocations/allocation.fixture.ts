import { dollars } from "../evaluate/evaluation.fixture.ts";
import type { Window } from "../rule-set/rule-set.ts";
import type { Allocation } from "./allocation.ts";

export const month: Window = { kind: "calendar", period: "month" };

/** An allocation of 100 USD a month. */
export function allocationOf(id: string, given: Partial<Allocation> = {}): Allocation {
  return {
    id,
    name: `Name of ${id}`,
    parent: null,
    limit: { amount: dollars(100), window: month },
    endsAt: null,
    isArchived: false,
    ...given,
  };
}
