import type { DocPage, EntryPage, View } from "@agent-treasury/provider";
import type { Row } from "./ask.ts";
import { clockRow, docColumns, entryColumns, later, madeHeadColumns } from "./columns.ts";
import { byPlace, bySequence, newestDocFirst } from "./order.ts";
import { docFromRow, entryFromRow, headFromRow, partOf, timeFromRow } from "./rows.ts";

/** Beyond every stored ordinal, epoch and sequence. */
const highest = (2n ** 63n - 1n).toString();
export const lowest: string = (-(2n ** 63n)).toString();

/** Pages up to this length share a statement with a reusable plan. */
export const usualPage = 1_000;

/** The planner sees only the maximum page length, so the generic plan is as cheap as a custom one. */
export function viewText(schema: string, order: EntryPage["order"], longestAsked: number): string {
  const longest = Math.max(usualPage, longestAsked);
  const [beyond, direction] = order === "newest" ? ["<", "DESC"] : [">", "ASC"];
  const workspace = `workspace_id = ${later("$1::text")}`;
  return `SELECT 'head', workspace_id, ${madeHeadColumns(schema, "heads")}
  FROM ${schema}.heads WHERE ${workspace}
UNION ALL SELECT 'open', workspace_id, ${docColumns}
  FROM ${schema}.documents WHERE ${workspace} AND is_open
UNION ALL (SELECT * FROM (SELECT 'doc', workspace_id, ${docColumns}
  FROM ${schema}.documents WHERE ${workspace} AND kind = ${later("$2::text")}
  AND ordinal IS NOT NULL AND (epoch, ordinal) < (${later("$3::bigint")}, ${later("$4::bigint")})
  ORDER BY documents.epoch DESC, documents.ordinal DESC LIMIT ${longest}) AS page
  LIMIT ${later("$5::bigint")})
UNION ALL (SELECT * FROM (SELECT 'entry', workspace_id, ${entryColumns}
  FROM ${schema}.entries WHERE ${workspace} AND sequence ${beyond} ${later("$6::bigint")}
  ORDER BY entries.sequence ${direction} LIMIT ${longest}) AS page
  LIMIT ${later("$7::bigint")})
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

/** PostgreSQL rejects a negative limit. */
export function atLeastNone(limit: number): number {
  return Math.max(0, limit);
}
