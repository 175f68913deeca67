import type { Feature } from "../../kernel/feature.ts";
import { caseDocument } from "./case-record.ts";
import { deliveryGuard } from "./watch-delivery.ts";

/** What follows a payment that did not buy what was offered. */
export const refundCasesFeature: Feature = {
  name: "refund-cases",
  requires: ["payments"],
  guards: [deliveryGuard],
  documents: [caseDocument],
};
