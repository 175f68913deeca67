import { DatabaseSync } from "node:sqlite";
import type { CopiedPart } from "@agent-treasury/provider";
import { type Connection, inMemory } from "./connection.ts";
import { readHead } from "./read.ts";
import { docFromRow, entryFromRow } from "./rows.ts";
import { type Statements, prepareStatements } from "./statements.ts";
import { whenFree } from "./when-free.ts";

const pageSize = 500;

interface Reader {
  readonly statements: Statements;
  end(): void;
}

/**
 * One transaction on a separate connection, so that the storage can write meanwhile. Each step is a
 * separate call, so that `close` can wait for it.
 */
export async function* copyPages(
  connection: Connection,
  workspaceId: string,
): AsyncGenerator<readonly CopiedPart[]> {
  // Other connections cannot read an in-memory database.
  const reader = connection.path === inMemory ? null : await whenFree(() => openReader(connection));
  if (reader === null) {
    yield [...partsOf(connection.statements, workspaceId)].flat();
    return;
  }
  try {
    yield* partsOf(reader.statements, workspaceId);
  } finally {
    reader.end();
  }
}

function openReader({ path }: Connection): Reader {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec("PRAGMA busy_timeout = 0");
    const statements = prepareStatements(database);
    statements.beginRead.run();
    return { statements, end: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

function* partsOf(
  statements: Statements,
  workspaceId: string,
): Generator<readonly CopiedPart[], void> {
  const head = readHead(statements, workspaceId);
  if (head === null) return;
  yield [{ kind: "head", head }];
  yield* docPages(statements, workspaceId);
  yield* entryPages(statements, workspaceId);
}

function* docPages(
  statements: Statements,
  workspaceId: string,
): Generator<readonly CopiedPart[], void> {
  let after = { kind: "", id: "" };
  for (;;) {
    const rows = statements.docsAfter.all(workspaceId, after.kind, after.id, pageSize);
    const docs = rows.map(docFromRow);
    yield docs.map((doc) => ({ kind: "doc", doc }));
    if (docs.length < pageSize) return;
    after = docs.at(-1) ?? after;
  }
}

function* entryPages(
  statements: Statements,
  workspaceId: string,
): Generator<readonly CopiedPart[], void> {
  let beyond = -(2n ** 63n);
  for (;;) {
    const entries = statements.entriesAbove.all(workspaceId, beyond, pageSize).map(entryFromRow);
    yield entries.map((entry) => ({ kind: "entry", entry }));
    if (entries.length < pageSize) return;
    beyond = entries.at(-1)?.sequence ?? beyond;
  }
}
