import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { receiptKinds } from "./checkpoint-record.ts";
import { deploymentOfSpends } from "./deployment-of-spends.ts";

/** Proofs for third parties: receipts of spends, and checkpoints of the ledger. */
export function receiptsFeature(isOn: boolean): Feature {
  return {
    name: "receipts",
    requires: ["rules", "passkeys", "payments"],
    documents: neverErased(...receiptKinds),
    ...(isOn && {
      preparation: deploymentOfSpends(),
      stateOf: () => ({ hasReceipts: true }),
    }),
  };
}
