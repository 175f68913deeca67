import type { Allocation } from "@agent-treasury/sdk-client";

/** An allocation without usage, as the service would give it. */
export function anAllocation(fields: Partial<Allocation> = {}): Allocation {
  return {
    id: "ads",
    name: "Ads",
    parent: null,
    limitUsd: 50,
    per: "month",
    endsAt: null,
    archived: false,
    usedUsd: 0,
    heldUsd: 0,
    leftUsd: 50,
    ...fields,
  };
}
