import { type CopiedPart, type Doc, type Entry, Micros } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import type { CopyWalk } from "../../kernel/ledger/copy-walk.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { type Chunk, itemisationDigest } from "./charge-tab.ts";
import { type PostingRecord, postingFrom } from "./post-tab.ts";
import { chargesKey, postingKey, tabFromDoc, tabKind } from "./tab-record.ts";

/**
 * Checks that each list of charges is the one that its ledger entry covers. Sums of links need no memory,
 * however many charges there are.
 */
export class TabsWalk implements CopyWalk {
  /** Charges in lists and tabs minus what postings and tabs state. */
  #unlisted: bigint = 0n;
  /** Ends of parts of lists minus the beginnings and ends that others state. */
  #open = 0n;
  /** Postings minus the entries that name them. */
  #unposted = 0n;
  #problem: string | null = null;

  see(part: CopiedPart): void {
    if (part.kind === "entry") this.#attempt("An entry", () => this.#seeEntry(part.entry));
    if (part.kind === "doc") {
      this.#attempt(`The document ${part.doc.kind} ${part.doc.id}`, () => this.#seeDoc(part.doc));
    }
  }

  problem(): string | null {
    if (this.#problem !== null) return this.#problem;
    if (this.#open !== 0n || this.#unlisted !== 0n) {
      return "The charges of a tab are not those that were posted.";
    }
    return this.#unposted === 0n
      ? null
      : "A ledger entry of a tab does not cover its list of charges.";
  }

  #seeDoc(doc: Doc): void {
    if (doc.kind === tabKind) {
      const { id, batch, postings } = tabFromDoc(doc);
      const list = `${id}.${postings + 1}`;
      this.#seeItems(list, batch.chunks, { from: batch.from, items: batch.items });
      this.#end(list, batch.items.length === 0 ? batch.chunks : batch.chunks + 1, batch.digest);
      this.#unlisted -= batch.amount;
    } else if (doc.kind === chargesKey("", 0, 0).kind) {
      const at = doc.id.lastIndexOf(".");
      this.#seeItems(
        doc.id.slice(0, at),
        Number(doc.id.slice(at + 1)),
        fromStored<Chunk>(doc.body),
      );
    } else if (doc.kind === postingKey("", 0).kind) {
      const posting = postingFrom(doc) as PostingRecord;
      const { amount, chunks, digest, entryId } = posting;
      this.#end(doc.id, chunks, digest);
      this.#unlisted -= Micros.of(amount);
      if (entryId !== null) this.#unposted += linkOf([entryId, digest, amount]);
    }
  }

  #seeItems(list: string, chunk: number, { from, items }: Chunk): void {
    if (items.length === 0) return;
    let digest = from;
    for (const item of items) {
      digest = itemisationDigest(digest, item);
      this.#unlisted += Micros.of(item[1]);
    }
    if (chunk > 0 || from !== "") this.#open -= linkOf([list, String(chunk), from]);
    this.#open += linkOf([list, String(chunk + 1), digest]);
  }

  #end(list: string, chunks: number, digest: string): void {
    if (chunks > 0) this.#open -= linkOf([list, String(chunks), digest]);
  }

  #seeEntry({ amount, body }: Entry): void {
    const { id, itemisation } = entryFromBody(body);
    if (itemisation === undefined) return;
    this.#unposted -= linkOf([id, itemisation, Micros.toText(Micros.negate(amount))]);
  }

  /** An edited database may contain records of any shape. */
  #attempt(what: string, look: () => void): void {
    try {
      look();
    } catch {
      this.#problem ??= `${what} cannot be read.`;
    }
  }
}

function linkOf(parts: readonly string[]): bigint {
  return BigInt(`0x${sha256Hex(JSON.stringify(parts))}`);
}
