import {
  deploymentWorkspaceId,
  isInternal,
} from "../../../kernel/deployment/deployment-workspace.ts";
import type { EventRecorder } from "../../../kernel/ledger/event-recorder.ts";

export interface RecorderOptions {
  /** Returns whether this process has a consumer of events. Called after the start only. */
  readonly hasConsumers: () => boolean;
  /** Whether the commit listener needs events in any case. */
  readonly reports: boolean;
}

/** @param eventsOf the events of all features. */
export function treasuryRecorder(
  { hasConsumers, reports }: RecorderOptions,
  eventsOf: EventRecorder["eventsOf"],
): EventRecorder {
  return {
    get begins() {
      return hasConsumers();
    },
    reports,
    isRecorded: (workspaceId) => !isInternal(workspaceId) || workspaceId === deploymentWorkspaceId,
    eventsOf,
  };
}
