import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { cursorKind } from "./delivery/cursor-workspace.ts";

export { cursorWorkspaceId } from "./delivery/cursor-workspace.ts";
export type { Deliveries, EventConsumer } from "./delivery/event-consumer.ts";
export { type EventWiring, eventWiring } from "./event-wiring.ts";
export { treasuryRecorder } from "./recording/treasury-recorder.ts";

export const eventsFeature: Feature = {
  name: "events",
  requires: ["freezes", "payments"],
  documents: neverErased(cursorKind),
};
