import type { EventRecorder } from "../ledger/event-recorder.ts";
import { deploymentWorkspaceId } from "../treasury/freezes/freeze-marker.ts";
import { eventsOfCommand } from "./events-of-command.ts";

export interface RecorderOptions {
  /** Whether this process has a consumer of events. */
  readonly hasConsumers: boolean;
  /** Whether the commit listener needs events in any case. */
  readonly reports: boolean;
}

export function treasuryRecorder({ hasConsumers, reports }: RecorderOptions): EventRecorder {
  return {
    begins: hasConsumers,
    reports,
    isRecorded: (workspaceId) =>
      !workspaceId.startsWith("~") || workspaceId === deploymentWorkspaceId,
    eventsOf: eventsOfCommand,
  };
}
