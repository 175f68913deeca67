import type { Claim, Commit, Doc, Entry, Key } from "../../ports/storage.ts";
import { accountToRecord } from "../account-record.ts";
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
}

/** What a group looked up beside the open documents. */
export interface LookedUp {
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
  readonly #base: CachedBooks;
  readonly #found: Map<string, Doc>;
  readonly #claimed: Set<string>;

  constructor(workspaceId: string, base: CachedBooks, lookedUp: LookedUp) {
    this.workspaceId = workspaceId;
    this.#base = base;
    this.tip = base.tip;
    this.#found = new Map(lookedUp.found.map((doc) => [keyText(doc), doc]));
    this.#claimed = new Set(lookedUp.claimed.map(keyText));
  }

  *openDocs(kind: string): Iterable<Doc> {
    for (const [key, doc] of this.#base.open) {
      if (doc.kind === kind && !this.put.has(key)) yield doc;
    }
    for (const doc of this.put.values()) {
      if (doc.kind === kind && doc.open) yield doc;
    }
  }

  doc(key: Key): Doc | undefined {
    const text = keyText(key);
    return this.put.get(text) ?? this.#base.open.get(text) ?? this.#found.get(text);
  }

  isClaimed(key: Key): boolean {
    return this.#claimed.has(keyText(key));
  }

  apply(changes: Changes): void {
    this.tip = changes.tip;
    this.entries.push(...changes.entries);
    for (const doc of changes.put) this.put.set(keyText(doc), doc);
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
    for (const [key, doc] of this.put) {
      if (doc.open) open.set(key, doc);
      else open.delete(key);
    }
    return { version: this.#base.version + 1n, tip: this.tip, open, opening: [] };
  }

  /** The commit that makes all of it durable; one that only compares when nothing changed. */
  toCommit(id: string): Commit {
    const { version, opening } = this.#base;
    const { tip, workspaceId } = this;
    const head = {
      workspaceId,
      version: version + 1n,
      epoch: tip.epoch,
      sequence: tip.sequence,
      lastHash: tip.lastHash,
      account: accountToRecord(tip.account),
    };
    return {
      id,
      workspaceId,
      expectedVersion: version,
      next: this.hasChanges ? head : null,
      entries: this.entries,
      put: this.hasChanges ? [...opening, ...this.put.values()] : [],
      create: [],
      claim: this.claims,
    };
  }
}
