import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { standingAction } from "./create-standing.ts";
import { standingDocument, standingUntil } from "./standing-doc.ts";
import { standingGuard } from "./standing-guard.ts";

export type { StandingTerms } from "./standing-approval.ts";
export { standingIn, standingKey, termsFromJson } from "./standing-doc.ts";

export const standingApprovalsFeature: Feature = {
  name: "standing-approvals",
  requires: ["administration", "rules"],
  slices: [standingUntil],
  guards: [standingGuard],
  documents: [standingDocument, ...neverErased("standing_approval_index")],
  actions: { create_standing_approval: standingAction },
};
