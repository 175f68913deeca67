import type { ParsedInput, StreamedRouteName } from "@agent-treasury/contract";
import type { Call, OperationName, Service } from "../operations.ts";

/** A turn that is to be watched, and from where on. */
export interface WatchedTurn {
  readonly workspaceId: string;
  readonly turnId: string;
  /** The id of the last event that the caller knows; null for all of them. */
  readonly after: string | null;
}

/** What an operation does before its stream begins; what it refuses is answered like any refusal. */
export type StreamedOperation<Name extends OperationName> = (
  service: Service,
  input: ParsedInput<Name>,
  call: Call,
) => Promise<WatchedTurn>;

/** The operations that also answer by a stream of what happens. */
export const streamedOperations: {
  readonly [Name in OperationName]?: StreamedOperation<Name>;
} = {
  runTurn: async ({ turns }, input, { keyed }) => {
    const { turnId } = await turns.start(input, { keyed });
    return { workspaceId: input.workspaceId, turnId, after: null };
  },
  resumeTurn: async ({ turns }, { workspaceId, turnId }) => {
    await turns.resume({ workspaceId, turnId });
    return { workspaceId, turnId, after: null };
  },
  readTurnEvents: async (_service, { workspaceId, id, after = null }) => ({
    workspaceId,
    turnId: id,
    after,
  }),
} satisfies { readonly [Name in StreamedRouteName]: StreamedOperation<Name> };
