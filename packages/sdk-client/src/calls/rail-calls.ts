import type {
  RailReconciliation,
  RailReconciliationRequest,
  Rails,
} from "@agent-treasury/contract/wire";
import type { CallOptions } from "../options.ts";

/** Accounts of payment executors, which all workspaces share. */
export interface RailCalls {
  /** Reads their balances beside the amounts held for them: `GET /treasury/rails`. */
  list(call?: CallOptions): Promise<Rails>;
  /** Compares their movements with the ledger: `GET /treasury/rails/reconciliation`. */
  reconcile(request?: RailReconciliationRequest, call?: CallOptions): Promise<RailReconciliation>;
}
