import { neverErased } from "../treasury/documents/document-kind.ts";
import type { Feature } from "../treasury/feature.ts";
import { incomingKind } from "./incoming/incoming-record.ts";
import { lateReversalDocument } from "./reverse-payment.ts";

export const depositsFeature: Feature = {
  name: "deposits",
  requires: ["agent"],
  documents: [
    lateReversalDocument,
    ...neverErased("offer_list", incomingKind, "early_reversal", "reversal"),
    ...neverErased("checkout", "deposit", "revenue", "movement"),
  ],
};
