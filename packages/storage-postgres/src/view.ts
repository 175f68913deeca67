import type { DocPage, EntryPage, View } from "@agent-treasury/treasury-core";
import type { Row } from "./ask.ts";
import { clockRow, docColumns, entryColumns, headColumns } from "./columns.ts";
import { byPlace, bySequence, newestDocFirst } from "./order.ts";
import { docFromRow, entryFromRow, headFromRow, partOf, timeFromRow } from "./rows.ts";

/** Beyond every ordinal, epoch and sequence that the database can keep. */
const highest = (2n ** 63n - 1n).toString();
const lowest = (-(2n ** 63n)).toString();

/** Head, open documents, a page of documents and a page of entries, all of one moment. */
export function viewText(schema: string, order: EntryPage["order"]): string {
  const [beyond, direction] = order === "newest" ? ["<", "DESC"] : [">", "ASC"];
  return `SELECT 'head', workspace_id, ${headColumns}
  FROM ${schema}.heads WHERE workspace_id = $1
UNION ALL SELECT 'open', workspace_id, ${docColumns}
  FROM ${schema}.documents WHERE workspace_id = $1 AND is_open
UNION ALL (SELECT 'doc', workspace_id, ${docColumns}
  FROM ${schema}.documents WHERE workspace_id = $1 AND kind = $2
  AND ordinal IS NOT NULL AND (epoch, ordinal) < ($3::bigint, $4::bigint)
  ORDER BY documents.epoch DESC, documents.ordinal DESC LIMIT $5::bigint)
UNION ALL (SELECT 'entry', workspace_id, ${entryColumns}
  FROM ${schema}.entries WHERE workspace_id = $1 AND sequence ${beyond} $6::bigint
  ORDER BY entries.sequence ${direction} LIMIT $7::bigint)
UNION ALL ${clockRow("$8")}`;
}

export function viewValues(
  workspaceId: string,
  docPage: DocPage,
  entryPage: EntryPage,
  now: number | null,
): unknown[] {
  const { kind, before, limit } = docPage;
  const end = entryPage.order === "newest" ? highest : lowest;
  return [
    workspaceId,
    kind,
    before?.epoch ?? highest,
    before?.ordinal.toString() ?? highest,
    atLeastNone(limit),
    entryPage.beyond?.toString() ?? end,
    atLeastNone(entryPage.limit),
    now,
  ];
}

export function viewFromRows(rows: readonly Row[], order: EntryPage["order"]): View {
  const of = (part: string): Row[] => rows.filter((row) => partOf(row) === part);
  const entries = of("entry").map(entryFromRow).toSorted(bySequence);
  return {
    head: of("head").map(headFromRow)[0] ?? null,
    open: of("open").map(docFromRow).toSorted(byPlace),
    docs: of("doc").map(docFromRow).toSorted(newestDocFirst),
    entries: order === "newest" ? entries.toReversed() : entries,
    storageNow: of("now").map(timeFromRow)[0] ?? 0,
  };
}

/** PostgreSQL refuses a negative limit. */
export function atLeastNone(limit: number): number {
  return Math.max(0, limit);
}
