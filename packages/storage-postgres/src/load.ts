import type { Doc, Head, Key, LoadRequest, Snapshot } from "@agent-treasury/provider";
import type { Row, Statement } from "./ask.ts";
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

/** Of a spend's proposal and the documents that its rules request. */
const keysOfOne = [0, 1, 2, 3, 4] as const;

/**
 * As `loadText` for one workspace, by its number of keys. Values instead of arrays save PostgreSQL
 * two fifths of its time.
 */
export function loadOneTexts(schema: string): readonly string[] {
  const lookup = (part: string, columns: string, table: string, where: string): string =>
    `SELECT '${part}', workspace_id, ${columns} FROM ${schema}.${table}
    WHERE workspace_id = $1 AND ${where}`;
  const isClaimed = `(expires_at IS NULL OR expires_at >= ${clock("$2")})`;
  return keysOfOne.map((count) => {
    const asked = Array.from(
      { length: count },
      (_, place) => `kind = $${2 * place + 3} AND id = $${2 * place + 4}`,
    );
    return [
      lookup("head", madeHeadColumns(schema, "heads"), "heads", "true"),
      lookup("open", docColumns, "documents", "is_open"),
      ...asked.map((key) => lookup("found", docColumns, "documents", key)),
      ...asked.map((key) => lookup("claimed", claimColumns, "claims", `${key} AND ${isClaimed}`)),
      clockRow("$2"),
    ].join("\nUNION ALL ");
  });
}

export function loadStatement(
  { load, loadOne }: { readonly load: string; readonly loadOne: readonly string[] },
  requests: readonly LoadRequest[],
  now: number | null,
): Statement {
  const [first, ...others] = requests;
  if (first !== undefined && others.length === 0) {
    const keys = [...new Map(first.keys.map((key) => [keyText(key), key])).values()];
    const text = loadOne[keys.length];
    const values = [first.workspaceId, now, ...keys.flatMap(({ kind, id }) => [kind, id])];
    if (text !== undefined) return [text, values];
  }
  return [load, loadValues(requests, now)];
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
