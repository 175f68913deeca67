import type {
  Claim,
  Commit,
  CommitOutcome,
  CopiedPart,
  Doc,
  DocPage,
  Entry,
  EntryPage,
  EntryRewrite,
  Head,
  Key,
  Snapshot,
  View,
} from "@agent-treasury/provider";
import { commitFlaw } from "@agent-treasury/provider/helpers";
import { keptJson } from "./kept-json.ts";
import {
  type ListedPlace,
  compareKeys,
  compareOpen,
  docList,
  entryList,
  listedPlace,
} from "./order.ts";
import type { SortedList } from "./sorted-list.ts";

const commitIdLifetimeMs = 86_400_000;

/** All methods are synchronous, and therefore atomic. */
export class MemoryWorkspace {
  #head: Head | null = null;
  readonly #docs: Map<string, Doc> = new Map();
  readonly #open: Map<string, Doc> = new Map();
  readonly #listed: Map<string, SortedList<Doc, ListedPlace>> = new Map();
  readonly #entries: SortedList<Entry, bigint> = entryList();
  readonly #claims: Map<string, Claim> = new Map();
  readonly #commits: Map<bigint, { readonly id: string; readonly at: number }> = new Map();

  get isEmpty(): boolean {
    return this.#head === null;
  }

  load(keys: readonly Key[], now: number): Snapshot {
    const asked = [...new Map(keys.map((key) => [keyText(key), key])).entries()];
    return {
      head: this.#head,
      open: this.#openInOrder(),
      found: asked.flatMap(([text]) => this.#docs.get(text) ?? []),
      claimed: asked.filter(([text]) => this.#isClaimed(text, now)).map(([, key]) => key),
      storageNow: now,
    };
  }

  /** Returns null if the commit can be applied. */
  judge(commit: Commit, now: number): CommitOutcome | null {
    const flaw = commitFlaw(commit);
    if (flaw !== null) return { kind: "rejected", cause: new Error(flaw) };
    if ((this.#head?.version ?? 0n) !== commit.expectedVersion) {
      const landed = commit.next && this.#commits.get(commit.next.version)?.id === commit.id;
      return { kind: landed === true ? "committed" : "conflict" };
    }
    const claimed = commit.claim
      .map((claim) => claim.key)
      .filter((key) => this.#isClaimed(keyText(key), now));
    const made = commit.create.filter((doc) => this.#docs.has(keyText(doc)));
    const keys = [...claimed, ...made.map(({ kind, id }) => ({ kind, id }))];
    if (keys.length > 0) return { kind: "exists", keys };
    const sequences = commit.entries.map((entry) => entry.sequence);
    const twice = new Set(sequences).size < sequences.length;
    if (twice || sequences.some((sequence) => this.#entries.has(sequence))) {
      return { kind: "rejected", cause: new Error("The sequence of an entry is already used.") };
    }
    return null;
  }

  /** Call `judge` first. Cannot fail halfway. */
  apply(commit: Commit, now: number): void {
    if (commit.next === null) return;
    this.#head = commit.next;
    this.#commits.set(commit.next.version, { id: commit.id, at: now });
    for (const entry of commit.entries) this.#entries.set(entry);
    for (const doc of commit.put) this.#put(doc);
    for (const doc of commit.create) this.#put(doc);
    for (const claim of commit.claim) this.#claims.set(keyText(claim.key), claim);
  }

  view(docPage: DocPage, entryPage: EntryPage, now: number): View {
    const before = docPage.before && { ...docPage.before, id: "" };
    const { order, beyond, limit } = entryPage;
    return {
      head: this.#head,
      open: this.#openInOrder(),
      docs: this.#listed.get(docPage.kind)?.below(before, docPage.limit) ?? [],
      entries:
        order === "newest"
          ? this.#entries.below(beyond, limit)
          : this.#entries.above(beyond, limit),
      storageNow: now,
    };
  }

  due(now: number, kinds: ReadonlySet<string>): Doc[] {
    return [...this.#docs.values()].filter(
      (doc) => doc.dueAt !== null && doc.dueAt <= now && kinds.has(doc.kind),
    );
  }

  hasOpen(kinds: ReadonlySet<string>): boolean {
    for (const { kind } of this.#open.values()) if (kinds.has(kind)) return true;
    return false;
  }

  copy(): CopiedPart[] {
    if (this.#head === null) return [];
    const docs = [...this.#docs.values()].toSorted(compareKeys);
    const entries = this.#entries.above(null, Number.MAX_SAFE_INTEGER);
    return [
      { kind: "head", head: this.#head },
      ...docs.map((doc) => ({ kind: "doc", doc }) as const),
      ...entries.map((entry) => ({ kind: "entry", entry }) as const),
    ];
  }

  rewrite(rewrites: readonly EntryRewrite[]): number {
    const found = rewrites.flatMap(({ sequence, hash, body }) => {
      const entry = this.#entries.at(sequence);
      return entry?.hash === hash ? [Object.freeze({ ...entry, body: keptJson(body) })] : [];
    });
    for (const entry of found) this.#entries.set(entry);
    return found.length;
  }

  purge(now: number, limit: number): number {
    const isPast = (expiresAt: number | null): boolean => expiresAt !== null && expiresAt < now;
    const removals: (() => void)[] = [];
    for (const [text, claim] of this.#claims) {
      if (isPast(claim.expiresAt)) removals.push(() => this.#claims.delete(text));
    }
    for (const doc of this.#docs.values()) {
      if (!doc.open && isPast(doc.expiresAt)) removals.push(() => this.#remove(doc));
    }
    for (const [version, { at }] of this.#commits) {
      if (at < now - commitIdLifetimeMs) removals.push(() => this.#commits.delete(version));
    }
    const taken = removals.slice(0, limit);
    for (const remove of taken) remove();
    return taken.length;
  }

  #openInOrder(): Doc[] {
    return [...this.#open.values()].toSorted(compareOpen);
  }

  #isClaimed(text: string, now: number): boolean {
    const claim = this.#claims.get(text);
    return claim !== undefined && (claim.expiresAt === null || claim.expiresAt >= now);
  }

  #put(doc: Doc): void {
    const text = keyText(doc);
    const previous = this.#docs.get(text);
    if (previous) this.#remove(previous);
    this.#docs.set(text, doc);
    if (doc.open) this.#open.set(text, doc);
    if (doc.ordinal === null) return;
    const listed = this.#listed.get(doc.kind) ?? docList();
    this.#listed.set(doc.kind, listed);
    listed.set(doc);
  }

  #remove(doc: Doc): void {
    const text = keyText(doc);
    this.#docs.delete(text);
    this.#open.delete(text);
    if (doc.ordinal !== null) this.#listed.get(doc.kind)?.delete(listedPlace(doc));
  }
}

/** The length prefix makes the text unique. */
function keyText({ kind, id }: Key): string {
  return `${kind.length}:${kind}${id}`;
}
