import type { Doc, Key } from "@agent-treasury/provider";
import { keyText } from "../../kernel/ledger/key-text.ts";

/** The documents that a receipt discloses, by their keys. */
export class ReceiptDocs {
  readonly #docs: Map<string, Doc> = new Map();

  constructor(docs: readonly Doc[]) {
    this.add(docs);
  }

  get all(): readonly Doc[] {
    return [...this.#docs.values()];
  }

  add(docs: readonly Doc[]): void {
    for (const doc of docs) this.#docs.set(keyText({ kind: doc.kind, id: doc.id }), doc);
  }

  find(key: Key): Doc | undefined {
    return this.#docs.get(keyText(key));
  }
}
