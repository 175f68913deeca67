import type { Claim, Commit, Doc, Entry, Head, JsonObject, Key } from "@agent-treasury/provider";
import { accountToRecord, type RecordingState } from "../account.ts";
import type { Changes } from "../command.ts";
import { type EventRecorder, eventsToDoc } from "../event-recorder.ts";
import { keyText } from "../key-text.ts";
import { type LedgerState, type LedgerHead, docsNotLoaded } from "../ledger-state.ts";
import { bytesOf, storedDoc } from "../value-doc.ts";
import type { CachedState, LookedUp } from "./cached-state.ts";
import type { CommittedChange, WrittenDoc } from "./committed-change.ts";
import { roughBytes } from "./rough-bytes.ts";

const noDocs: readonly Doc[] = [];
const noKeys: readonly Key[] = [];
/** They contain ids only. */
const bytesOfAnEvent = 150;

/** Uncommitted ledger state on which a group runs. */
export class WorkingState implements LedgerState {
  readonly workspaceId: string;
  head: LedgerHead;
  readonly entries: Entry[] = [];
  readonly put: Map<string, Doc> = new Map();
  readonly claims: Claim[] = [];
  bytes = 0;
  /** Closed documents that commands requested. */
  readonly requested: Map<string, Key> = new Map();
  readonly #isComplete: boolean;
  /** Keys that must not exist yet. */
  readonly #created: Set<string> = new Set();
  readonly #base: CachedState;
  /** Separate, because every command scans the open documents. */
  readonly #openPut: Map<string, Doc> = new Map();
  readonly #lookedUp: Set<string>;
  readonly #found: Map<string, Doc>;
  readonly #claimed: Set<string>;
  readonly #now: number;
  readonly #recorder: EventRecorder | null;
  readonly #events: JsonObject[] = [];
  #applied = 0;

  /** @param recorder null if no events are recorded or reported. */
  constructor(
    workspaceId: string,
    base: CachedState,
    lookedUp: LookedUp,
    now: number,
    recorder: EventRecorder | null,
  ) {
    this.workspaceId = workspaceId;
    this.#now = now;
    this.#recorder = recorder;
    this.#base = base;
    this.head = base.head;
    this.#isComplete = lookedUp.isComplete;
    this.#lookedUp = new Set(lookedUp.keys.map(keyText));
    this.#found = new Map(lookedUp.found.map((doc) => [keyText(doc), doc]));
    this.#claimed = new Set(lookedUp.claimed.map(keyText));
  }

  openDocs(kind: string): readonly Doc[] {
    if (this.#base.open.size === 0 && this.#openPut.size === 0) return noDocs;
    const docs: Doc[] = [];
    for (const [key, doc] of this.#base.open) {
      if (doc.kind === kind && !this.put.has(key)) docs.push(doc);
    }
    for (const doc of this.#openPut.values()) if (doc.kind === kind) docs.push(doc);
    return docs;
  }

  doc(key: Key): Doc | undefined {
    return this.#known(keyText(key)) ?? undefined;
  }

  request(keys: readonly Key[]): readonly (Doc | undefined)[] {
    let isMissing = false;
    const docs = keys.map((key) => {
      const text = keyText(key);
      this.requested.set(text, key);
      const doc = this.#known(text);
      // The cache may have evicted documents that this load found or did not find.
      isMissing ||= doc === undefined && !this.#lookedUp.has(text);
      return doc ?? undefined;
    });
    if (isMissing) throw docsNotLoaded;
    return docs;
  }

  /** Null for a document that is known not to exist. Undefined if that is not known. */
  #known(text: string): Doc | null | undefined {
    return (
      this.put.get(text) ??
      this.#base.open.get(text) ??
      this.#found.get(text) ??
      this.#base.closed.get(text)
    );
  }

  isClaimed(key: Key): boolean {
    return this.#claimed.has(keyText(key));
  }

  get order(): readonly [version: number, position: number] {
    return [Number(this.#base.version), this.#applied];
  }

  get baseVersion(): bigint {
    return this.#base.version;
  }

  /** Returns true also for a document known not to exist. */
  hasLookedFor(key: Key): boolean {
    return this.#isComplete || this.doc(key) !== undefined;
  }

  /** `creates` lists documents that must be new. */
  apply(changes: Changes, creates: readonly Key[] = noKeys): void {
    if (this.#recorder !== null) this.#note(this.#recorder.eventsOf(this, changes, creates));
    this.head = changes.head;
    this.#applied += 1;
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
      this.bytes += bytesOf(doc);
    }
    for (const claim of changes.claim) {
      this.claims.push(claim);
      this.#claimed.add(keyText(claim.key));
    }
  }

  #note(events: readonly JsonObject[]): void {
    for (const event of events) this.#events.push(event);
    this.bytes += events.length * bytesOfAnEvent;
  }

  /** A new day alone is no change, because the clock yields it again. */
  get hasChanges(): boolean {
    return this.entries.length > 0 || this.put.size > 0 || this.claims.length > 0;
  }

  committed(): CachedState {
    const { version, open, closed } = this.#base;
    closed.use(this.requested.keys());
    closed.update(this.put, open);
    const after = this.#openAfter();
    return { version: version + 1n, head: this.#written, ...after, opening: [], closed };
  }

  #openAfter(): Pick<CachedState, "open" | "openBytes"> {
    const { open } = this.#base;
    let { openBytes } = this.#base;
    // Most commits change no open document.
    let isSame = true;
    for (const [key, doc] of this.put) isSame &&= !doc.open && !open.has(key);
    if (isSame) return { open, openBytes };
    const after = new Map(open);
    for (const [key, doc] of this.put) {
      const before = after.get(key);
      if (before !== undefined) openBytes -= roughBytes(before.body);
      if (doc.open) {
        after.set(key, doc);
        openBytes += roughBytes(doc.body);
      } else after.delete(key);
    }
    return { open: after, openBytes };
  }

  get #written(): LedgerHead {
    const { head } = this;
    return { ...head, account: { ...head.account, writtenAt: this.#now, events: this.#recording } };
  }

  /** Not the head's, because no command changes it, and a reset begins another account. */
  get #recording(): RecordingState | null {
    const { events } = this.#base.head.account;
    if (events === null && this.#recorder?.begins !== true) return null;
    const newest = events?.newest ?? 0;
    return { newest: this.#events.length === 0 ? newest : newest + 1 };
  }

  /** Ordinal of the event record of this commit; null without one. */
  get #recorded(): number | null {
    return this.#events.length === 0 ? null : (this.#recording?.newest ?? null);
  }

  /** Call before `committed`, which updates the closed documents. */
  change(at: number): CommittedChange {
    const { workspaceId, entries, head } = this;
    const docs: WrittenDoc[] = [];
    for (const [key, after] of this.put) {
      const { open, closed } = this.#base;
      const before = open.get(key) ?? this.#found.get(key) ?? closed.get(key) ?? null;
      if (before !== null || this.#created.has(key)) docs.push({ before, after });
    }
    const epochBefore = this.#base.head.epoch;
    const events = this.#events;
    const recorded = this.#recorded;
    return { workspaceId, at, epochBefore, epoch: head.epoch, entries, docs, events, recorded };
  }

  get #next(): Head {
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

  /** Without changes, the commit only compares the version. */
  toCommit(id: string): Commit {
    const { version, opening } = this.#base;
    const { workspaceId, hasChanges } = this;
    const put = hasChanges ? [...opening] : [];
    const create: Doc[] = [];
    for (const [key, doc] of this.put) {
      (this.#created.has(key) ? create : put).push(storedDoc(doc));
    }
    const ordinal = this.#recorded;
    if (ordinal !== null) {
      const batch = { ordinal, id, at: this.#now, events: this.#events };
      create.push(eventsToDoc(batch, this.head.epoch));
    }
    return {
      id,
      workspaceId,
      expectedVersion: version,
      next: hasChanges ? this.#next : null,
      entries: this.entries,
      put,
      create,
      claim: this.claims,
    };
  }
}
