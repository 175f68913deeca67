import type { Claim, Commit, Doc, Entry, Head, Json, Key } from "@agent-treasury/provider";
import { accountToRecord } from "../account.ts";
import { type Books, type Tip, keyText } from "../books.ts";
import type { Changes } from "../command.ts";

/** What is known of a workspace at one version: the part of a snapshot that outlives a group. */
export interface CachedBooks {
  /** 0 when nothing was ever committed. */
  readonly version: bigint;
  readonly tip: Tip;
  /** Open documents by key. */
  readonly open: ReadonlyMap<string, Doc>;
  /** Documents that go along with the first commit; none later. */
  readonly opening: readonly Doc[];
  /** About how much memory the open documents take. */
  readonly openBytes: number;
}

/** What a group looked up beside the open documents. */
export interface LookedUp {
  /** Whether it was looked for everything that the group reads and creates. */
  readonly isComplete: boolean;
  readonly found: readonly Doc[];
  readonly claimed: readonly Key[];
}

/** Books on which a group of commands runs, one after another, before anything is durable. */
export class WorkingBooks implements Books {
  readonly workspaceId: string;
  tip: Tip;
  readonly entries: Entry[] = [];
  readonly put: Map<string, Doc> = new Map();
  readonly claims: Claim[] = [];
  /** About how much there is to write. */
  bytes = 0;
  readonly #isComplete: boolean;
  /** Keys of documents among `put` that must not be there yet. */
  readonly #created: Set<string> = new Set();
  readonly #base: CachedBooks;
  /** Those among `put` that are open: most are not, and every command looks through the open ones. */
  readonly #openPut: Map<string, Doc> = new Map();
  readonly #found: Map<string, Doc>;
  readonly #claimed: Set<string>;
  readonly #now: number;

  constructor(workspaceId: string, base: CachedBooks, lookedUp: LookedUp, now: number) {
    this.workspaceId = workspaceId;
    this.#now = now;
    this.#base = base;
    this.tip = base.tip;
    this.#isComplete = lookedUp.isComplete;
    this.#found = new Map(lookedUp.found.map((doc) => [keyText(doc), doc]));
    this.#claimed = new Set(lookedUp.claimed.map(keyText));
  }

  *openDocs(kind: string): Iterable<Doc> {
    for (const [key, doc] of this.#base.open) {
      if (doc.kind === kind && !this.put.has(key)) yield doc;
    }
    for (const doc of this.#openPut.values()) if (doc.kind === kind) yield doc;
  }

  doc(key: Key): Doc | undefined {
    const text = keyText(key);
    return this.put.get(text) ?? this.#base.open.get(text) ?? this.#found.get(text);
  }

  isClaimed(key: Key): boolean {
    return this.#claimed.has(keyText(key));
  }

  /** The version that the group runs on. */
  get baseVersion(): bigint {
    return this.#base.version;
  }

  /** Whether the document is there, or is known not to be. */
  hasLookedFor(key: Key): boolean {
    return this.#isComplete || this.doc(key) !== undefined;
  }

  /** Takes on what a command changed, `creates` being the keys of documents that must be new. */
  apply(changes: Changes, creates: readonly Key[] = []): void {
    this.tip = changes.tip;
    for (const entry of changes.entries) {
      this.entries.push(entry);
      this.bytes += roughBytes(entry.body);
    }
    for (const key of creates) {
      if (this.doc(key) === undefined) this.#created.add(keyText(key));
    }
    for (const doc of changes.put) {
      const key = keyText(doc);
      this.put.set(key, doc);
      if (doc.open) this.#openPut.set(key, doc);
      else this.#openPut.delete(key);
      this.bytes += roughBytes(doc.body);
    }
    for (const claim of changes.claim) {
      this.claims.push(claim);
      this.#claimed.add(keyText(claim.key));
    }
  }

  /** A new day alone is none: it is derived again from the clock whenever it matters. */
  get hasChanges(): boolean {
    return this.entries.length > 0 || this.put.size > 0 || this.claims.length > 0;
  }

  /** What is known once the changes are durable. */
  committed(): CachedBooks {
    const open = new Map(this.#base.open);
    let { openBytes } = this.#base;
    for (const [key, doc] of this.put) {
      const before = open.get(key);
      if (before !== undefined) openBytes -= roughBytes(before.body);
      if (doc.open) {
        open.set(key, doc);
        openBytes += roughBytes(doc.body);
      } else open.delete(key);
    }
    return { version: this.#base.version + 1n, tip: this.#written, open, opening: [], openBytes };
  }

  get #written(): Tip {
    return { ...this.tip, account: { ...this.tip.account, writtenAt: this.#now } };
  }

  /** What changed, for those who are told of it once it is durable. */
  change(at: number): CommittedChange {
    const { workspaceId, entries, tip } = this;
    const docs: WrittenDoc[] = [];
    for (const [key, after] of this.put) {
      const before = this.#base.open.get(key) ?? this.#found.get(key) ?? null;
      if (before !== null || this.#created.has(key)) docs.push({ before, after });
    }
    const epochBefore = this.#base.tip.epoch;
    return { workspaceId, at, epochBefore, epoch: tip.epoch, entries, docs };
  }

  /** The head that the changes lead to. */
  get next(): Head {
    const { epoch, sequence, lastHash, account } = this.#written;
    return {
      workspaceId: this.workspaceId,
      version: this.#base.version + 1n,
      epoch,
      sequence,
      lastHash,
      account: accountToRecord(account),
    };
  }

  /** The commit that makes all of it durable; one that only compares when nothing changed. */
  toCommit(id: string): Commit {
    const { version, opening } = this.#base;
    const { workspaceId, hasChanges } = this;
    const put = hasChanges ? [...opening] : [];
    const create: Doc[] = [];
    for (const [key, doc] of this.put) (this.#created.has(key) ? create : put).push(doc);
    return {
      id,
      workspaceId,
      expectedVersion: version,
      next: hasChanges ? this.next : null,
      entries: this.entries,
      put,
      create,
      claim: this.claims,
    };
  }
}

const bytesOfAValue = 8;
/** With its quotes and colon. Names are the records' own, and much alike in length. */
const bytesOfAName = 14;

/** About how many bytes a body takes, without writing it out: for bounds, not for sums. */
export function roughBytes(value: Json): number {
  if (typeof value === "string") return value.length + bytesOfAValue;
  if (typeof value !== "object" || value === null) return bytesOfAValue;
  let bytes = bytesOfAValue;
  for (const part of Object.values(value)) bytes += bytesOfAName + roughBytes(part);
  return bytes;
}

/** A document that a commit wrote. */
export interface WrittenDoc {
  /** As it was before the commit; null for one that the commit made. */
  readonly before: Doc | null;
  readonly after: Doc;
}

/** What a commit changed in one workspace, told once it is durable. */
export interface CommittedChange {
  readonly workspaceId: string;
  /** When it was decided, by the storage's clock: milliseconds since 1970. */
  readonly at: number;
  readonly epochBefore: number;
  readonly epoch: number;
  /** In the order of the ledger. */
  readonly entries: readonly Entry[];
  /** Those whose former state the commands knew; each once, also when several commands wrote it. */
  readonly docs: readonly WrittenDoc[];
}

/** Is told of every change after its commit. It must not throw. */
export type CommitListener = (change: CommittedChange) => void;
