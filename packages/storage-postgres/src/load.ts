import type { Doc, Head, Key, LoadRequest, Snapshot } from "@agent-treasury/provider";
import type { Row } from "./ask.ts";
import { claimColumns, clock, clockRow, docColumns, headColumns, later } from "./columns.ts";
import { byPlace } from "./order.ts";
import { docFromRow, headFromRow, partOf, textAt, timeFromRow, workspaceIdOf } from "./rows.ts";

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

interface LoadedWorkspace {
  head: Head | null;
  readonly open: Doc[];
  readonly found: Map<string, Doc>;
  readonly claimed: Set<string>;
}

export function snapshotsFromRows(
  requests: readonly LoadRequest[],
  rows: readonly Row[],
): Snapshot[] {
  const loaded = new Map<string, LoadedWorkspace>();
  for (const { workspaceId } of requests) loaded.set(workspaceId, emptyWorkspace());
  let storageNow = 0;
  for (const row of rows) {
    if (partOf(row) === "now") storageNow = timeFromRow(row);
    else addRow(loaded.get(workspaceIdOf(row)), row);
  }
  for (const { open } of loaded.values()) open.sort(byPlace);
  return requests.map(({ workspaceId, keys }) => {
    const { head, open, found, claimed } = loaded.get(workspaceId) ?? emptyWorkspace();
    const asked = [...new Map(keys.map((key) => [keyText(key), key]))];
    return {
      head,
      open,
      found: asked.flatMap(([text]) => found.get(text) ?? []),
      claimed: asked.filter(([text]) => claimed.has(text)).map(([, key]) => key),
      storageNow,
    };
  });
}

function emptyWorkspace(): LoadedWorkspace {
  return { head: null, open: [], found: new Map(), claimed: new Set() };
}

function addRow(workspace: LoadedWorkspace | undefined, row: Row): void {
  if (workspace === undefined) return;
  const part = partOf(row);
  if (part === "head") workspace.head = headFromRow(row);
  if (part === "open") workspace.open.push(docFromRow(row));
  if (part === "found") {
    const doc = docFromRow(row);
    workspace.found.set(keyText(doc), doc);
  }
  if (part === "claimed") {
    workspace.claimed.add(keyText({ kind: textAt(row, 2), id: textAt(row, 3) }));
  }
}

function keyText({ kind, id }: Key): string {
  return JSON.stringify([kind, id]);
}
