/** An offer as an agent tells of it. */
export interface OfferAnswer {
  readonly offerId: string;
  readonly url: string;
  readonly title: string;
  readonly amountUsd: number;
}

/** What looking for revenue came to. */
export interface CollectionAnswer {
  /** Credited now; what was credited before does not count again. */
  readonly collectedUsd: number;
  readonly payments: number;
  readonly creditedBefore: number;
  readonly offers: readonly (OfferAnswer & { readonly collectedUsd: number })[];
  /** Of the workspace, with what was credited now. */
  readonly revenueUsd: number;
  /** False when there is more than one call reads: call again with `continuation`. */
  readonly complete: boolean;
  readonly continuation: string | null;
}

/** Sells for a workspace, and looks for what was paid. */
export interface RevenueDesk {
  /** The same key with the same content makes one offer. */
  createOffer(
    workspaceId: string,
    offer: {
      readonly title: string;
      readonly amountUsd: number;
      readonly description: string | null;
      readonly idempotencyKey: string;
    },
  ): Promise<OfferAnswer>;
  collectRevenue(
    workspaceId: string,
    query: { readonly offerId: string | null; readonly continuation: string | null },
  ): Promise<CollectionAnswer>;
}
