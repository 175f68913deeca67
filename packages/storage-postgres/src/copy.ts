import type { CopiedPart } from "@agent-treasury/provider";
import { type Row, sendOn } from "./ask.ts";
import { docColumns, entryColumns, headColumns } from "./columns.ts";
import type { PostgresClient } from "./postgres-client.ts";
import { docFromRow, entryFromRow, headFromRow } from "./rows.ts";

const pageSize = 500;
const lowest = (-(2n ** 63n)).toString();

export interface CopyTexts {
  readonly begin: string;
  readonly head: string;
  readonly docs: string;
  readonly entries: string;
  readonly end: string;
}

/**
 * Uses a transaction over several statements, because all pages must be of one moment. It is
 * read-only and blocks no writers.
 */
export function copyTexts(schema: string): CopyTexts {
  return {
    begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    head: `SELECT 'head', workspace_id, ${headColumns} FROM ${schema}.heads
  WHERE workspace_id = $1`,
    docs: `SELECT 'doc', workspace_id, ${docColumns} FROM ${schema}.documents
  WHERE workspace_id = $1 AND (kind, id) > ($2, $3) ORDER BY documents.kind, documents.id LIMIT $4::bigint`,
    entries: `SELECT 'entry', workspace_id, ${entryColumns} FROM ${schema}.entries
  WHERE workspace_id = $1 AND sequence > $2::bigint ORDER BY entries.sequence LIMIT $3::bigint`,
    end: "COMMIT",
  };
}

export async function* copyPages(
  client: PostgresClient,
  texts: CopyTexts,
  workspaceId: string,
): AsyncGenerator<readonly CopiedPart[]> {
  await sendOn(client, texts.begin);
  const heads = (await sendOn(client, texts.head, [workspaceId])).map(headFromRow);
  yield heads.map((head) => ({ kind: "head", head }));
  if (heads.length > 0) {
    yield* docPages(client, texts, workspaceId);
    yield* entryPages(client, texts, workspaceId);
  }
  await sendOn(client, texts.end);
}

async function* docPages(
  client: PostgresClient,
  texts: CopyTexts,
  workspaceId: string,
): AsyncGenerator<readonly CopiedPart[]> {
  let after = { kind: "", id: "" };
  for (;;) {
    const values = [workspaceId, after.kind, after.id, pageSize];
    const rows: Row[] = await sendOn(client, texts.docs, values);
    const docs = rows.map(docFromRow);
    yield docs.map((doc) => ({ kind: "doc", doc }));
    if (docs.length < pageSize) return;
    after = docs.at(-1) ?? after;
  }
}

async function* entryPages(
  client: PostgresClient,
  texts: CopyTexts,
  workspaceId: string,
): AsyncGenerator<readonly CopiedPart[]> {
  let beyond = lowest;
  for (;;) {
    const rows: Row[] = await sendOn(client, texts.entries, [workspaceId, beyond, pageSize]);
    const entries = rows.map(entryFromRow);
    yield entries.map((entry) => ({ kind: "entry", entry }));
    if (entries.length < pageSize) return;
    beyond = entries.at(-1)?.sequence.toString() ?? beyond;
  }
}
