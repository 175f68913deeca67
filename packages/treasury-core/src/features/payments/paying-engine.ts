import type { Engine } from "../../kernel/engine.ts";
import type { ExternalSpends } from "./payouts/external-spends.ts";

/** An engine that can pay outside of the ledger. */
export interface PayingEngine extends Engine {
  readonly external: ExternalSpends | null;
}
