import { inBound } from "../http/in-process-calls.ts";
import type { Treasury } from "../treasury.ts";

type BoundedMethods = Pick<Treasury, "decide" | "proposal" | "state">;

/** Methods whose requests or answers differ from those over HTTP, with the same bounds. */
export function boundedCalls({ decide, proposal, state }: BoundedMethods): BoundedMethods {
  return {
    decide: (request) => inBound("decideProposal", () => decide(request)),
    proposal: (request) => inBound("readProposal", () => proposal(request)),
    state: (workspaceId) => inBound("readTreasury", () => state(workspaceId)),
  };
}
