import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { cursorKind } from "./delivery/cursor.ts";

export const eventsFeature: Feature = {
  name: "events",
  requires: ["agent", "freezes", "payments", "rules", "standing-approvals"],
  documents: neverErased(cursorKind),
};
