import type { Feature } from "../../kernel/feature.ts";

export { tracedAgent } from "./traced-agent.ts";
export { storageOf } from "./traced-storage.ts";

/** Spans around model, tools, storage and turns. */
export const telemetryFeature: Feature = {
  name: "telemetry",
  requires: ["agent"],
};
