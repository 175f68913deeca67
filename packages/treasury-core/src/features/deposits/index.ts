import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { incomingKind } from "./incoming/incoming-record.ts";
import { lateReversalDocument } from "./reverse-payment.ts";

export const depositsFeature: Feature = {
  name: "deposits",
  documents: [
    lateReversalDocument,
    ...neverErased("offer_list", incomingKind, "early_reversal", "reversal"),
    ...neverErased("checkout", "deposit", "revenue", "movement"),
  ],
};
