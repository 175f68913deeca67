import { blockedDeeds } from "./blocked-deeds.ts";
import { blockedGoods } from "./blocked-goods.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";
import { reviewedUses } from "./reviewed-uses.ts";

export type { ProhibitedUse } from "./prohibited-use.ts";

/** What the gate looks for by itself. A deployment adds its own. */
export const prohibitedUses: readonly ProhibitedUse[] = [
  ...blockedGoods,
  ...blockedDeeds,
  ...reviewedUses,
];
