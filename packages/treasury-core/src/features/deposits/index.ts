import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { creditKind } from "./credit-record.ts";
import { incomingDocument } from "./incoming/incoming-record.ts";
import { lateReversalDocument } from "./late-reversal.ts";

export { creditFromDoc, creditKind } from "./credit-record.ts";

export const depositsFeature: Feature = {
  name: "deposits",
  requires: ["payments"],
  documents: [
    lateReversalDocument,
    incomingDocument,
    ...neverErased(creditKind, "offer_list", "early_reversal", "reversal"),
    ...neverErased("checkout", "deposit", "revenue", "movement"),
  ],
};
