import type { CopiedPart, Doc, Key } from "@agent-treasury/provider";
import { type Row, sendOn, take } from "./ask.ts";
import type { CopyTexts } from "./copy-texts.ts";
import type { PostgresClient } from "./postgres-client.ts";
import { docFromRow, entryFromRow, headFromRow } from "./rows.ts";
import type { Use } from "./turn-log.ts";
import { lowest } from "./view.ts";

const pageSize = 500;

/** Each step is a separate call, so that `close` can wait for it. */
export async function* copyParts(use: Use, workspaceId: string): AsyncGenerator<CopiedPart> {
  const { end, pages } = await use(async ({ held, statements, copies }) => {
    const { client, release } = await take(held.pool);
    // Closing the connection ends the transaction of an incomplete iteration.
    const close = (isWhole = false): void => {
      if (copies.delete(close)) release(!isWhole);
    };
    copies.add(close);
    return { end: close, pages: pagesOf(client, statements.copy, workspaceId) };
  });
  let isWhole = false;
  try {
    for (;;) {
      const page = await use(() => pages.next());
      isWhole = page.done === true;
      if (page.done === true) return;
      yield* page.value;
    }
  } finally {
    end(isWhole);
  }
}

async function* pagesOf(
  client: PostgresClient,
  texts: CopyTexts,
  workspaceId: string,
): AsyncGenerator<readonly CopiedPart[]> {
  await sendOn(client, texts.begin);
  const heads = (await sendOn(client, texts.head, [workspaceId])).map(headFromRow);
  yield heads.map((head) => ({ kind: "head", head }));
  for (let after: Key | undefined = heads[0] && { kind: "", id: "" }; after !== undefined;) {
    const { kind, id }: Key = after;
    const rows = await sendOn(client, texts.docs, [workspaceId, kind, id, pageSize]);
    const docs: Doc[] = rows.map(docFromRow);
    yield docs.map((doc) => ({ kind: "doc", doc }));
    after = docs[pageSize - 1];
  }
  for (let after: string | undefined = heads[0] && lowest; after !== undefined;) {
    const rows: Row[] = await sendOn(client, texts.entries, [workspaceId, after, pageSize]);
    const entries = rows.map(entryFromRow);
    yield entries.map((entry) => ({ kind: "entry", entry }));
    after = entries[pageSize - 1]?.sequence.toString();
  }
  await sendOn(client, texts.end);
}
