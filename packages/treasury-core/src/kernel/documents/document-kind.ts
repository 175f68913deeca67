import type { Doc, Key } from "@agent-treasury/provider";
import { keyText } from "../ledger/key-text.ts";
import type { LedgerHead, LedgerState } from "../ledger/ledger-state.ts";
import type { RecordedEvent } from "../ledger/recorded-event.ts";
import type { EvidenceKind } from "./evidence.ts";

/** Which free text an erasure removes. */
export interface Erasing {
  /** Text of this time and later remains. Milliseconds since 1970. */
  readonly before: number;
  /** Makes hashes of erased names, so that a replay can still compare them. */
  readonly key: string;
  /** What is in effect at this time, in this epoch, needs its text. */
  readonly now: number;
  readonly epoch: number;
}

/** `waits`: its text is still needed. Null if there is nothing to erase. */
export type ErasedDoc = Doc | "waits" | null;

/** The state before a command, and its effect on one document. */
export interface DocumentChange {
  readonly before: LedgerState;
  /** After the command. */
  readonly head: LedgerHead;
  /** Null for a new document. Undefined if that is unknown, as after an erasure of closed records. */
  known(): Doc | null | undefined;
}

interface DocumentBasis {
  readonly kind: string;
  /** The events of a change. Pure. Must not throw. */
  readonly eventsOf?: (doc: Doc, change: DocumentChange) => readonly RecordedEvent[];
  /** Missing for documents that are not part of the evidence of a period. */
  readonly evidence?: EvidenceKind;
}

/** A kind of documents, declared once by the feature that writes them. */
export type DocumentKind = DocumentBasis &
  (
    | { readonly erasure: "own"; erase(doc: Doc, erasing: Erasing): ErasedDoc }
    /** Erased with the document of a kind of `of` and the same id, because that one shows its text. */
    | {
        readonly erasure: "with";
        readonly of: string | readonly string[];
        erase(doc: Doc, shownBy: Doc): Doc;
      }
    /** An erasure does not change it. */
    | { readonly erasure: "none" }
  );

export function neverErased(...kinds: readonly string[]): readonly DocumentKind[] {
  return kinds.map((kind) => ({ kind, erasure: "none" }));
}

/** The kinds of documents that a treasury writes. Those of plugins and of later versions are unknown. */
export class DocumentKinds {
  readonly #kinds: ReadonlyMap<string, DocumentKind>;

  constructor(kinds: readonly DocumentKind[]) {
    this.#kinds = new Map(kinds.map((one) => [one.kind, one]));
    if (this.#kinds.size < kinds.length) throw new Error("A kind of documents is declared twice.");
  }

  evidenceOf(kind: string): EvidenceKind | null {
    return this.#kinds.get(kind)?.evidence ?? null;
  }

  has(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  /** @param creates keys of documents that are new unless the state has them. */
  eventsOf(
    doc: Doc,
    before: LedgerState,
    head: LedgerHead,
    creates: readonly Key[],
  ): readonly RecordedEvent[] {
    const known = (): Doc | null | undefined => knownBefore(before, doc, creates);
    return this.#kinds.get(doc.kind)?.eventsOf?.(doc, { before, head, known }) ?? [];
  }

  erased(doc: Doc, erasing: Erasing): ErasedDoc {
    const known = this.#kinds.get(doc.kind);
    return known?.erasure === "own" ? known.erase(doc, erasing) : null;
  }

  /** Keys of the documents that are erased with another one. */
  erasedWith({ kind, id }: Key): readonly Key[] {
    return [...this.#kinds.values()].flatMap((one) =>
      one.erasure === "with" && [one.of].flat().includes(kind) ? [{ kind: one.kind, id }] : [],
    );
  }

  /** @param shownBy the erased document. */
  erasedBeside(doc: Doc, shownBy: Doc): Doc {
    const known = this.#kinds.get(doc.kind);
    return known?.erasure === "with" ? known.erase(doc, shownBy) : doc;
  }
}

function knownBefore(
  before: LedgerState,
  key: Key,
  creates: readonly Key[],
): Doc | null | undefined {
  const doc = before.doc(key);
  if (doc !== undefined) return doc;
  const text = keyText(key);
  return creates.some((created) => keyText(created) === text) ? null : undefined;
}
