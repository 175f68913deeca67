import type { Doc, Head, Key, LoadRequest, Snapshot } from "@agent-treasury/provider";
import type { Row } from "./ask.ts";
import { claimColumns, clock, clockRow, docColumns, later, madeHeadColumns } from "./columns.ts";
import { byPlace } from "./order.ts";
import { docFromRow, headFromRow, partOf, textAt, timeFromRow } from "./rows.ts";

/**
 * `later` lets PostgreSQL reuse the plan (see `leanText`). `OFFSET 0` keeps lookups separate, so
 * that a plan made for empty tables still uses indexes when they are large.
 */
export function loadText(schema: string): string {
  const workspaces = `unnest(${later("$1::text[]")}) AS asked (workspace_id)`;
  const keys = `unnest(${later("$2::text[]")}, $3::text[], $4::text[]) AS asked (workspace_id, kind, id)`;
  const lookup = (part: string, columns: string, table: string, asked: string, where: string) =>
    `SELECT '${part}', found.* FROM ${asked}, LATERAL (
    SELECT workspace_id, ${columns} FROM ${schema}.${table} AS one
    WHERE one.workspace_id = asked.workspace_id AND ${where} OFFSET 0) AS found`;
  const isAsked = "one.kind = asked.kind AND one.id = asked.id";
  const isClaimed = `${isAsked} AND (expires_at IS NULL OR expires_at >= ${clock("$5")})`;
  return [
    lookup("head", madeHeadColumns(schema, "one"), "heads", workspaces, "true"),
    lookup("open", docColumns, "documents", workspaces, "is_open"),
    lookup("found", docColumns, "documents", keys, isAsked),
    lookup("claimed", claimColumns, "claims", keys, isClaimed),
    clockRow("$5"),
  ].join("\nUNION ALL ");
}

export function loadValues(requests: readonly LoadRequest[], now: number | null): unknown[] {
  const keys = new Map(
    requests.flatMap(({ workspaceId, keys: asked }) =>
      asked.map((key) => [JSON.stringify([workspaceId, key.kind, key.id]), { workspaceId, key }]),
    ),
  );
  const asked = [...keys.values()];
  return [
    [...new Set(requests.map(({ workspaceId }) => workspaceId))],
    asked.map(({ workspaceId }) => workspaceId),
    asked.map(({ key }) => key.kind),
    asked.map(({ key }) => key.id),
    now,
  ];
}

export function snapshotsFromRows(
  requests: readonly LoadRequest[],
  rows: readonly Row[],
): Snapshot[] {
  const byWorkspace = Map.groupBy(rows, (row) => row[1]);
  const storageNow = byWorkspace.get(null)?.map(timeFromRow)[0] ?? 0;
  return requests.map(({ workspaceId, keys }) => {
    let head: Head | null = null;
    const open: Doc[] = [];
    const found = new Map<string, Doc>();
    const claimed = new Set<string>();
    for (const row of byWorkspace.get(workspaceId) ?? []) {
      const part = partOf(row);
      if (part === "head") head = headFromRow(row);
      else if (part === "open") open.push(docFromRow(row));
      else if (part === "found") found.set(keyText(keyOfRow(row)), docFromRow(row));
      else claimed.add(keyText(keyOfRow(row)));
    }
    const asked = [...new Map(keys.map((key) => [keyText(key), key]))];
    return {
      head,
      open: open.sort(byPlace),
      found: asked.flatMap(([text]) => found.get(text) ?? []),
      claimed: asked.filter(([text]) => claimed.has(text)).map(([, key]) => key),
      storageNow,
    };
  });
}

/** Of a document or a claim. */
function keyOfRow(row: Row): Key {
  return { kind: textAt(row, 2), id: textAt(row, 3) };
}

function keyText({ kind, id }: Key): string {
  return JSON.stringify([kind, id]);
}
