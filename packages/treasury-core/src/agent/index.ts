import { neverErased } from "../treasury/documents/document-kind.ts";
import type { Feature } from "../treasury/feature.ts";
import { turnDocument } from "./lease/turn-document.ts";

export const agentFeature: Feature = {
  name: "agent",
  requires: ["freezes"],
  documents: [turnDocument, ...neverErased("turn_history", "token_usage")],
};
