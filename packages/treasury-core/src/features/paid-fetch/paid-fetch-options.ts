import type { NamesOf } from "@agent-treasury/provider/helpers";

/** Requests to sellers that are paid after approval. */
export interface PaidFetchOptions {
  /** Origins that may be requested, for example `https://api.example.com`. None by default. */
  readonly origins?: readonly string[];
  /**
   * Proposes a request to any other public origin before it is sent, because an address alone can
   * carry data. Until a person approves it, the origin is not even resolved. An approved request can
   * be sent until 24 hours after its proposal, also if a rule denies the seller later. Its price is
   * then denied. False by default.
   */
  readonly ask?: boolean;
  /** Higher prices are rejected, not proposed. No maximum by default. */
  readonly maximumUsd?: number;
}

export const paidFetchNames: NamesOf<PaidFetchOptions> = {
  origins: true,
  ask: true,
  maximumUsd: true,
};
