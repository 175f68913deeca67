import type { CopiedPart, Doc } from "@agent-treasury/provider";
import { lowest, readHead } from "./read.ts";
import { docFromRow, entryFromRow } from "./rows.ts";
import type { Statements } from "./statements.ts";

const pageSize = 500;

/** Where a page of a copy begins: at the head, after a document, or after an entry. */
export type CopyPlace =
  | { readonly table: "heads" }
  | { readonly table: "documents"; readonly kind: string; readonly id: string }
  | { readonly table: "entries"; readonly sequence: bigint };

export const copyBeginning: CopyPlace = { table: "heads" };

export interface CopyPage {
  readonly parts: readonly CopiedPart[];
  /** Null after the last page. */
  readonly next: CopyPlace | null;
}

export function readCopyPage(
  statements: Statements,
  workspaceId: string,
  place: CopyPlace,
): CopyPage {
  switch (place.table) {
    case "heads": {
      const head = readHead(statements, workspaceId);
      if (head === null) return { parts: [], next: null };
      return { parts: [{ kind: "head", head }], next: { table: "documents", kind: "", id: "" } };
    }
    case "documents": {
      const { kind, id } = place;
      const docs: Doc[] = statements.docsAfter.all(workspaceId, kind, id, pageSize).map(docFromRow);
      const last = docs[pageSize - 1];
      return {
        parts: docs.map((doc) => ({ kind: "doc", doc })),
        next:
          last === undefined
            ? { table: "entries", sequence: lowest }
            : { table: "documents", kind: last.kind, id: last.id },
      };
    }
    case "entries": {
      const rows = statements.entriesAbove.all(workspaceId, place.sequence, pageSize);
      const entries = rows.map(entryFromRow);
      const last = entries[pageSize - 1];
      return {
        parts: entries.map((entry) => ({ kind: "entry", entry })),
        next: last === undefined ? null : { table: "entries", sequence: last.sequence },
      };
    }
  }
}
