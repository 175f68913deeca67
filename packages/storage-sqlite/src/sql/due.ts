import type { DueDoc, DuePlace } from "@agent-treasury/provider";
import { atLeastNone, compareText } from "./read.ts";
import { docFromRow, workspaceIdOfRow } from "./rows.ts";
import type { Statements } from "./statements.ts";

/** Before every possible position. */
const beginning: DuePlace = {
  dueAt: Number.MIN_SAFE_INTEGER,
  workspaceId: "",
  kind: "",
  id: "",
};

/** Reads a page of each kind and merges them, because the index is sorted within a kind. */
export function readDue(
  statements: Statements,
  now: number,
  after: DuePlace | null,
  limit: number,
  kinds: readonly string[],
): DueDoc[] {
  const { dueAt, workspaceId, kind: last, id } = after ?? beginning;
  const most = atLeastNone(limit);
  const pages = [...new Set(kinds)].map((kind) =>
    statements.dueDocs
      .all(kind, now, dueAt, workspaceId, kind === last ? id : "", last, id, most)
      .map((row) => ({ workspaceId: workspaceIdOfRow(row), doc: docFromRow(row) })),
  );
  const [page = [], ...others] = pages;
  return others.length === 0 ? page : pages.flat().toSorted(byPlace).slice(0, most);
}

/** Orders due documents by time, workspace, kind and id. */
export function byPlace(left: DueDoc, right: DueDoc): number {
  return (
    (left.doc.dueAt ?? 0) - (right.doc.dueAt ?? 0) ||
    compareText(left.workspaceId, right.workspaceId) ||
    compareText(left.doc.kind, right.doc.kind) ||
    compareText(left.doc.id, right.doc.id)
  );
}
