import { neverErased } from "../treasury/documents/document-kind.ts";
import type { Feature } from "../treasury/feature.ts";
import { cursorKind } from "./cursor.ts";

export const eventsFeature: Feature = {
  name: "events",
  requires: ["agent", "freezes", "payments", "rules", "standing-approvals"],
  documents: neverErased(cursorKind),
};
