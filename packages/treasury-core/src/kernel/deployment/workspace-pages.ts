import type { Storage } from "@agent-treasury/provider";
import { isInternal } from "./deployment-workspace.ts";

const workspacesInPage = 500;

/** Yields pages of the workspaces of callers, in their order, until the signal aborts. */
export async function* workspacePages(
  { storage }: { readonly storage: Pick<Storage, "workspaces"> },
  signal?: AbortSignal,
  start: string | null = null,
): AsyncGenerator<readonly string[], void, undefined> {
  let after = start;
  for (;;) {
    if (signal?.aborted === true) return;
    const page: readonly string[] = await storage.workspaces(after, workspacesInPage);
    yield page.filter((id) => !isInternal(id));
    if (page.length < workspacesInPage) return;
    after = page.at(-1) ?? null;
  }
}
