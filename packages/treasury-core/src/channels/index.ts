import { neverErased } from "../treasury/documents/document-kind.ts";
import type { Feature } from "../treasury/feature.ts";

export const channelsFeature: Feature = {
  name: "channels",
  requires: ["agent", "events"],
  documents: neverErased("message"),
};
