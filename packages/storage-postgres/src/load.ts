import type { Key, LoadRequest, Snapshot } from "@agent-treasury/provider";
import type { Row } from "./ask.ts";
import { claimColumns, clock, clockRow, docColumns, headColumns, later } from "./columns.ts";
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
    lookup("head", headColumns, "heads", workspaces, "true"),
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
  const parts = Map.groupBy(rows, ([part, workspaceId]) => `${part} ${workspaceId}`);
  const storageNow = rows.filter((row) => partOf(row) === "now").map(timeFromRow)[0] ?? 0;
  return requests.map(({ workspaceId, keys }) => {
    const of = (part: string): readonly Row[] => parts.get(`${part} ${workspaceId}`) ?? [];
    const found = new Map(of("found").map((row) => [keyText(keyOfRow(row)), docFromRow(row)]));
    const claimed = new Set(of("claimed").map((row) => keyText(keyOfRow(row))));
    const asked = [...new Map(keys.map((key) => [keyText(key), key]))];
    return {
      head: of("head").map(headFromRow)[0] ?? null,
      open: of("open").map(docFromRow).toSorted(byPlace),
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
