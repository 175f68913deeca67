import type { Storage } from "@agent-treasury/provider";
import { isInternal } from "../../kernel/deployment/deployment-workspace.ts";
import { invalidCursor } from "../../kernel/views/doc-page.ts";

const skippedAtOnce = 10_000;
const countedAtOnce = 1_000;

export interface WorkspacePage {
  readonly ids: readonly string[];
  /** Whether no workspace of callers follows. */
  readonly isLast: boolean;
}

export interface OpenPage extends WorkspacePage {
  /** Returns the position after the first `count` ids, at least one. */
  positionAfter(count: number): Promise<number>;
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
  const after = await idBefore(storage, position);
  return after === undefined
    ? { ids: [], isLast: true }
    : pageOf(await storage.workspaces(after, count), count);
}

/**
 * Lists workspaces of callers that can have open documents of these kinds. Positions are those
 * among all workspaces, because a decision would move those among these.
 */
export async function openWorkspacesFrom(
  storage: Storage,
  position: number,
  count: number,
  kinds: readonly string[],
): Promise<OpenPage> {
  if (storage.workspacesWithOpen === undefined) {
    const page = await workspacesFrom(storage, position, count);
    return { ...page, positionAfter: async (read) => position + read };
  }
  const after = await idBefore(storage, position);
  const page =
    after === undefined
      ? { ids: [], isLast: true }
      : pageOf(await storage.workspacesWithOpen(after, count, kinds), count);
  return {
    ...page,
    positionAfter: async (read) =>
      position + (await distanceTo(storage, after ?? null, page.ids[read - 1] ?? "")),
  };
}

/** Internal workspaces follow all others. */
function pageOf(found: readonly string[], count: number): WorkspacePage {
  const ids = found.filter((id) => !isInternal(id));
  return { ids, isLast: ids.length < count };
}

/** Returns the last workspace before a position, null before the first, undefined past the end. */
async function idBefore(storage: Storage, position: number): Promise<string | null | undefined> {
  let after: string | null = null;
  for (let skipped = 0; skipped < position;) {
    const limit = Math.min(position - skipped, skippedAtOnce);
    const { ids, isLast }: WorkspacePage = pageOf(await storage.workspaces(after, limit), limit);
    if (isLast) return undefined;
    skipped += ids.length;
    after = ids.at(-1) ?? null;
  }
  return after;
}

/** Counts the workspaces after `start` up to and including `end`. */
async function distanceTo(storage: Storage, start: string | null, end: string): Promise<number> {
  let after = start;
  for (let counted = 0; ;) {
    const page: readonly string[] = await storage.workspaces(after, countedAtOnce);
    const index = page.indexOf(end);
    if (index !== -1) return counted + index + 1;
    counted += page.length;
    if (page.length < countedAtOnce) return counted;
    after = page.at(-1) ?? null;
  }
}

/** @throws TreasuryError `invalid_request`. */
export function readPosition(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw invalidCursor();
}
