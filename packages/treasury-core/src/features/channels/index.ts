import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";

export const channelsFeature: Feature = {
  name: "channels",
  requires: ["agent", "events"],
  documents: neverErased("message"),
};
