import type { CopiedPart, Doc, Key } from "@agent-treasury/provider";
import { type Connection, inMemory } from "./connection.ts";
import { lowest, readHead } from "./read.ts";
import { type Row, docFromRow, entryFromRow } from "./rows.ts";
import { sqlite } from "./sqlite.ts";
import { type Statements, prepareStatements } from "./statements.ts";
import { whenFree } from "./when-free.ts";

const pageSize = 500;

type Use = <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>;

interface Copy {
  readonly pages: Iterator<readonly CopiedPart[], void>;
  end(): void;
}

/**
 * One transaction on a separate connection, so that the storage can write meanwhile. Each step is a
 * separate call, so that `close` can wait for it.
 */
export async function* copyParts(use: Use, workspaceId: string): AsyncGenerator<CopiedPart> {
  const { pages, end } = await use((connection) =>
    whenFree(() => beginCopy(connection, workspaceId)),
  );
  try {
    for (;;) {
      const page = await use(async () => pages.next());
      if (page.done === true) return;
      yield* page.value;
    }
  } finally {
    end();
  }
}

function beginCopy({ path, statements: shared }: Connection, workspaceId: string): Copy {
  // Other connections cannot read an in-memory database.
  if (path === inMemory) {
    const parts = [...pagesOf(shared, workspaceId)].flat();
    return { pages: [parts].values(), end: () => {} };
  }
  const database = new (sqlite().DatabaseSync)(path, { readOnly: true });
  try {
    database.exec("PRAGMA busy_timeout = 0");
    const statements = prepareStatements(database);
    statements.beginRead.run();
    return { pages: pagesOf(statements, workspaceId), end: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

function* pagesOf(
  statements: Statements,
  workspaceId: string,
): Generator<readonly CopiedPart[], void> {
  const head = readHead(statements, workspaceId);
  if (head === null) return;
  yield [{ kind: "head", head }];
  for (let after: Key | undefined = { kind: "", id: "" }; after !== undefined;) {
    const { kind, id }: Key = after;
    const docs: Doc[] = statements.docsAfter.all(workspaceId, kind, id, pageSize).map(docFromRow);
    yield docs.map((doc) => ({ kind: "doc", doc }));
    after = docs[pageSize - 1];
  }
  for (let after: bigint | undefined = lowest; after !== undefined;) {
    const rows: Row[] = statements.entriesAbove.all(workspaceId, after, pageSize);
    const entries = rows.map(entryFromRow);
    yield entries.map((entry) => ({ kind: "entry", entry }));
    after = entries[pageSize - 1]?.sequence;
  }
}
