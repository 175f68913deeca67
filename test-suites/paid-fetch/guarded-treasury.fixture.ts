import type { LanguageModel, OutboundFetch } from "@agent-treasury/provider";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { guardedFetchWith } from "../../packages/outbound-fetch/src/guarded-fetch.ts";
import {
  testSeller,
  type TestSeller,
} from "../../packages/treasury-core/src/features/paid-fetch/test-seller.fixture.ts";

export interface GuardedTreasury {
  readonly treasury: Treasury;
  readonly seller: TestSeller;
}

/** A treasury that requests the test network as it would request the internet. */
export function guardedTreasury(options: {
  readonly origins: readonly string[];
  /** Whether a person may approve requests to others. */
  readonly ask?: boolean;
  readonly resolve: (name: string) => readonly string[];
  readonly ca?: string;
  readonly model?: LanguageModel;
  /** Observes the answers. */
  readonly outbound?: (fetch: OutboundFetch) => OutboundFetch;
}): GuardedTreasury {
  const { origins, ask = false, resolve, ca, model, outbound = (fetch) => fetch } = options;
  const seller = testSeller();
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    recoverySeconds: false,
    executors: { executor: seller.executor },
    outbound: outbound(guardedFetchWith({ ...(ca && { ca }) }, async (name) => resolve(name))),
    paidFetch: { origins, ask },
    ...(model && { model }),
  });
  return { treasury, seller };
}

/** The origin of an address, as a list of origins that may be requested. */
export function originsOf(text: string): readonly string[] {
  return URL.canParse(text) ? [new URL(text).origin] : [];
}
