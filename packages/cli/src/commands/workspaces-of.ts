import type { Storage } from "@agent-treasury/provider";
import { CommandError } from "../command-error.ts";

const pageSize = 500;

/** The ids of all workspaces, or the one that is named. */
export async function* workspacesOf(storage: Storage, one: string | null): AsyncGenerator<string> {
  if (one !== null) {
    const [snapshot] = await storage.load([{ workspaceId: one, keys: [] }]);
    if (snapshot?.head == null) throw new CommandError(`There is no workspace ${one} in it.`);
    yield one;
    return;
  }
  let after: string | null = null;
  for (;;) {
    const page: readonly string[] = await storage.workspaces(after, pageSize);
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return;
  }
}
