import type { Doc, Head, Key, LoadRequest, Snapshot } from "@agent-treasury/treasury-core";
import type { Row } from "./ask.ts";
import { claimColumns, clock, clockRow, docColumns, headColumns } from "./columns.ts";
import { byPlace } from "./order.ts";
import { docFromRow, headFromRow, partOf, textAt, timeFromRow, workspaceIdOf } from "./rows.ts";

/** Heads, open documents and asked keys of any number of workspaces, all of one moment. */
export function loadText(schema: string): string {
  const asked = "unnest($2::text[], $3::text[], $4::text[]) AS asked (workspace_id, kind, id)";
  return `SELECT 'head', workspace_id, ${headColumns}
  FROM ${schema}.heads WHERE workspace_id = ANY($1::text[])
UNION ALL SELECT 'open', workspace_id, ${docColumns}
  FROM ${schema}.documents WHERE workspace_id = ANY($1::text[]) AND is_open
UNION ALL SELECT 'found', workspace_id, ${docColumns}
  FROM ${asked} JOIN ${schema}.documents USING (workspace_id, kind, id)
UNION ALL SELECT 'claimed', workspace_id, ${claimColumns}
  FROM ${asked} JOIN ${schema}.claims USING (workspace_id, kind, id)
  WHERE expires_at IS NULL OR expires_at >= ${clock("$5")}
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
