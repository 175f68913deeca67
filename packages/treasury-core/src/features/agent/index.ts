import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { turnDocument } from "./lease/turn-document.ts";

export const agentFeature: Feature = {
  name: "agent",
  requires: ["freezes"],
  documents: [turnDocument, ...neverErased("turn_history", "token_usage")],
};
