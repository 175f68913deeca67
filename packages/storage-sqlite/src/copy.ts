import type { CopiedPart } from "@agent-treasury/provider";
import { type Connection, inMemory, statementsOf } from "./connection.ts";
import { type CopyPlace, copyBeginning, readCopyPage } from "./sql/copy-page.ts";
import type { Statements } from "./sql/statements.ts";
import type { SqliteDatabase } from "./sqlite.ts";
import { whenFree } from "./when-free.ts";

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

function beginCopy(connection: Connection, workspaceId: string): Copy {
  const { path, open, file, statements: shared } = connection;
  // Other connections cannot read an in-memory database.
  if (path === inMemory) {
    const parts = [...pagesOf(shared, workspaceId)].flat();
    return { pages: [parts].values(), end: () => {} };
  }
  const database = open(path, { readOnly: true });
  try {
    // Otherwise it would be a copy of another database.
    file?.assertInPlace();
    database.exec("PRAGMA busy_timeout = 0");
    const statements = statementsOf(database);
    database.exec("BEGIN DEFERRED");
    return { pages: pagesOf(statements, workspaceId), end: () => endCopy(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** `libsql` keeps a connection, and its transaction, while statements exist. */
function endCopy(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // An error ended the transaction.
  } finally {
    database.close();
  }
}

function* pagesOf(
  statements: Statements,
  workspaceId: string,
): Generator<readonly CopiedPart[], void> {
  for (let place: CopyPlace | null = copyBeginning; place !== null;) {
    const page = readCopyPage(statements, workspaceId, place);
    yield page.parts;
    place = page.next;
  }
}
