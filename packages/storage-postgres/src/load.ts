import type { Doc, Head, Key, LoadRequest, Snapshot } from "@agent-treasury/treasury-core";
import type { Row } from "./ask.ts";
import { claimColumns, clock, clockRow, docColumns, headColumns } from "./columns.ts";
import { later } from "./lean-text.ts";
import { byPlace } from "./order.ts";
import { docFromRow, headFromRow, partOf, textAt, timeFromRow, workspaceIdOf } from "./rows.ts";

/**
 * Heads, open documents and asked keys of any number of workspaces, all of one moment. `later` lets
 * PostgreSQL keep the plan (see `leanText`); `OFFSET 0` makes it look up row by row, so that a plan
 * made for empty tables still seeks in an index when they are large.
 */
export function loadText(schema: string): string {
  const workspaces = `unnest(${later("$1::text[]")}) AS asked (workspace_id)`;
  const asked = `unnest(${later("$2::text[]")}, $3::text[], $4::text[])
    AS asked (workspace_id, kind, id)`;
  const named = (table: string): string => `${table}.workspace_id = asked.workspace_id
    AND ${table}.kind = asked.kind AND ${table}.id = asked.id`;
  return `SELECT 'head', head.* FROM ${workspaces}, LATERAL (
    SELECT workspace_id, ${headColumns} FROM ${schema}.heads
    WHERE heads.workspace_id = asked.workspace_id OFFSET 0) AS head
UNION ALL SELECT 'open', document.* FROM ${workspaces}, LATERAL (
    SELECT workspace_id, ${docColumns} FROM ${schema}.documents
    WHERE documents.workspace_id = asked.workspace_id AND is_open OFFSET 0) AS document
UNION ALL SELECT 'found', document.* FROM ${asked}, LATERAL (
    SELECT workspace_id, ${docColumns} FROM ${schema}.documents
    WHERE ${named("documents")} OFFSET 0) AS document
UNION ALL SELECT 'claimed', claim.* FROM ${asked}, LATERAL (
    SELECT workspace_id, ${claimColumns} FROM ${schema}.claims WHERE ${named("claims")}
    AND (expires_at IS NULL OR expires_at >= ${clock("$5")}) OFFSET 0) AS claim
UNION ALL ${clockRow("$5")}`;
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

/** What the rows say of one workspace. */
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
