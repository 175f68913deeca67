import { retryLater } from "../../errors.ts";
import type { Command } from "../command.ts";
import { WorkspaceState, type WriterDeps } from "./workspace-state.ts";

/** A command may request further documents after each load. */
const maximumLoads = 10;
const unused = (): void => {};

/** Runs a command on the loaded state, and discards its changes. */
export async function previewCommand<Answer>(
  deps: WriterDeps,
  workspaceId: string,
  command: Command<Answer>,
): Promise<Answer> {
  // Not the writer's state, which the next commit relies on.
  const state = new WorkspaceState(workspaceId, deps);
  const group = [{ command, resolve: unused, reject: unused }];
  for (let loads = 0; loads < maximumLoads; loads += 1) {
    const request = state.requestFor(group);
    const [snapshot] = await deps.storage.load([request]);
    const [outcome] = state.runOnLoaded(group, request, snapshot)?.outcomes ?? [];
    if (outcome === undefined) continue;
    if (outcome.kind === "changed" || outcome.kind === "unchanged") return outcome.answer as Answer;
    throw outcome.error;
  }
  throw retryLater("service_busy", "The workspace changed while it was read.", 1);
}
