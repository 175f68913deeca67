import { type Storage, TreasuryError } from "@agent-treasury/provider";

const idsAtOnce = 1_000;

export interface WorkspacePage {
  readonly ids: readonly string[];
  /** Whether no workspace of callers follows. */
  readonly isLast: boolean;
}

/**
 * Lists workspaces of callers by their position. A cursor that named a workspace would name it also
 * to a person who may not see it.
 */
export async function workspacesFrom(
  storage: Storage,
  position: number,
  count: number,
): Promise<WorkspacePage> {
  let skipped = 0;
  for (let after: string | null = null; ;) {
    const isThere = skipped === position;
    const limit = isThere ? count : Math.min(position - skipped, idsAtOnce);
    const page: readonly string[] = await storage.workspaces(after, limit);
    // Internal workspaces follow all others.
    const ids = page.filter((id) => !id.startsWith("~"));
    const isLast = ids.length < limit;
    if (isThere) return { ids, isLast };
    if (isLast) return { ids: [], isLast };
    skipped += ids.length;
    after = ids.at(-1) ?? null;
  }
}

/** @throws TreasuryError `invalid_request`. */
export function readPosition(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new TreasuryError("invalid_request", "Invalid `cursor`. Use one returned by this list.");
}
