import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { turnDocument } from "./lease/turn-document.ts";

export { decideAndResume } from "./decide-and-resume.ts";
export type { LateTurns } from "./late-turns.ts";
export type { AgentTool } from "./tools/agent-tool.ts";
export { hostTool } from "./tools/host-tool.ts";
export { objectSchemaOf } from "./tools/object-schema.ts";
export { type AgentSettings, type TurnTracing, untraced } from "./turn-settings.ts";

export const agentFeature: Feature = {
  name: "agent",
  requires: ["freezes", "payees", "tabs"],
  documents: [turnDocument, ...neverErased("turn_history", "token_usage")],
};
