import type { Doc, DocPage, Storage, TreasuryError, View } from "@agent-treasury/provider";
import { invalidRequest } from "../errors.ts";

type Place = NonNullable<DocPage["before"]>;

/** Reads documents of all epochs, the newest first, and the open ones. */
export function viewDocs(storage: Storage, workspaceId: string, page: DocPage): Promise<View> {
  return storage.view(workspaceId, page, { order: "newest", beyond: null, limit: 0 });
}

export interface ListedDocs {
  readonly docs: readonly Doc[];
  /** Null on the last page. */
  readonly cursor: string | null;
}

/**
 * Lists documents of all epochs, the newest first.
 *
 * @throws TreasuryError `invalid_request` for another cursor than one of this list.
 */
export async function listDocs(
  storage: Storage,
  workspaceId: string,
  kind: string,
  cursor: string | undefined,
  limit: number,
): Promise<ListedDocs> {
  const before = cursor === undefined ? null : readPlace(cursor);
  const { docs } = await viewDocs(storage, workspaceId, { kind, before, limit: limit + 1 });
  return firstOf(docs, limit);
}

/** The first documents of a list, and where the next page begins. */
export function firstOf(docs: readonly Doc[], limit: number): ListedDocs {
  const page = docs.slice(0, limit);
  return { docs: page, cursor: docs.length > limit ? placeText(page.at(-1)) : null };
}

/** Where a document stands in a list. */
export function placeOf({ epoch, ordinal }: Doc): Place {
  return { epoch, ordinal: ordinal ?? 0n };
}

export function placeText(doc: Doc | undefined): string | null {
  return doc === undefined ? null : `${doc.epoch}.${doc.ordinal ?? 0n}`;
}

/** @throws TreasuryError `invalid_request`. */
export function readPlace(cursor: string): Place {
  const [, epoch, ordinal] = /^(\d{1,9})\.(\d{1,18})$/.exec(cursor) ?? [];
  if (epoch === undefined || ordinal === undefined) throw invalidCursor();
  return { epoch: Number(epoch), ordinal: BigInt(ordinal) };
}

export function invalidCursor(): TreasuryError {
  return invalidRequest("Invalid `cursor`. Use one returned by this list.");
}
