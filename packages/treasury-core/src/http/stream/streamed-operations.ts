import type { ParsedInput, StreamedRouteName } from "@agent-treasury/contract";
import type { OnTurnFailure } from "../../agent/steps/launch-turn.ts";
import type { Call, OperationName, Service } from "../operations.ts";

/** A turn that is to be watched, and from where on. */
export interface WatchedTurn {
  readonly workspaceId: string;
  readonly turnId: string;
  /** The id of the last event that the caller knows; null for all of them. */
  readonly after: string | null;
}

/**
 * What an operation does before its stream begins; what it refuses is answered like any refusal.
 * `onFailure` is told of what the stream can only show.
 */
export type StreamedOperation<Name extends OperationName> = (
  service: Service,
  input: ParsedInput<Name>,
  call: Call,
  onFailure: OnTurnFailure,
) => Promise<WatchedTurn>;

/** The operations that also answer by a stream of what happens. */
export const streamedOperations: {
  readonly [Name in OperationName]?: StreamedOperation<Name>;
} = {
  runTurn: async ({ turns }, input, { keyed, caller }, onFailure) => {
    const { turnId } = await turns.start(input, { keyed, onFailure, caller });
    return { workspaceId: input.workspaceId, turnId, after: null };
  },
  resumeTurn: async ({ turns }, { workspaceId, turnId }, { caller }, onFailure) => {
    await turns.resume({ workspaceId, turnId }, { onFailure, caller });
    return { workspaceId, turnId, after: null };
  },
  readTurnEvents: async (_service, { workspaceId, id, after = null }) => ({
    workspaceId,
    turnId: id,
    after,
  }),
} satisfies { readonly [Name in StreamedRouteName]: StreamedOperation<Name> };
