import { collectRevenue } from "../funding/collect-revenue.ts";
import { createOffer } from "../funding/create-offer.ts";
import type { Engine } from "../treasury/engine.ts";
import type { RevenueDesk } from "../treasury/revenue-desk.ts";

/** The desk of a treasury whose processor sells; null where it does not. */
export function revenueDeskOf(engine: Engine): RevenueDesk | null {
  if (engine.payments?.offers === undefined) return null;
  return {
    createOffer: (workspaceId, offer) => createOffer(engine, workspaceId, offer),
    collectRevenue: (workspaceId, query) => collectRevenue(engine, workspaceId, query),
  };
}
