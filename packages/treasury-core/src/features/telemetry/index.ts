import type { Feature } from "../../kernel/feature.ts";

export { tracedModel, tracedTool, tracedTurns } from "./traced-agent.ts";
export { tracedStorage } from "./traced-storage.ts";

/** Spans around model, tools, storage and turns. */
export const telemetryFeature: Feature = {
  name: "telemetry",
  requires: ["agent"],
};
