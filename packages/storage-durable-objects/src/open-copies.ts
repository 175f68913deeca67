import {
  type Commit,
  type CopiedPart,
  type Doc,
  type Head,
  type Key,
  TreasuryError,
} from "@agent-treasury/provider";
import {
  type CopyPlace,
  copyBeginning,
  loadSnapshot,
  loadView,
  readCopyPage,
  readHead,
  type SqlConnection,
} from "@agent-treasury/storage-sqlite/sql";

/** One page of a copy. Continue at `next`, null after the last page. */
export interface CopiedPage {
  readonly copyId: string;
  readonly parts: readonly CopiedPart[];
  readonly next: CopyPlace | null;
}

interface OpenCopy {
  readonly head: Head;
  /** Of the newest entry, 0 without one. */
  readonly lastEntry: bigint;
  /** Documents as they were at the copy's moment, if commits changed them since. Null: created. */
  readonly before: Map<string, Doc | null>;
  usedAt: number;
}

const patienceMs = 60_000;

/**
 * Copies of one moment, read page by page while commits continue. An object cannot hold a
 * transaction open while it waits for a reader, so that each commit keeps what it replaces for the
 * copies that are open. Entries are only appended, and a rewrite of their bodies ends the copies.
 */
export class OpenCopies {
  readonly #connection: () => SqlConnection | null;
  readonly #now: () => number;
  readonly #open: Map<string, OpenCopy> = new Map();

  constructor(connection: () => SqlConnection | null, now: () => number) {
    this.#connection = connection;
    this.#now = now;
  }

  get count(): number {
    for (const [id, { usedAt }] of this.#open) {
      if (this.#now() - usedAt > patienceMs) this.#open.delete(id);
    }
    return this.#open.size;
  }

  /** Call before each commit. */
  keep({ workspaceId, put, create }: Commit): void {
    const connection = this.#connection();
    if (this.count === 0 || connection === null) return;
    const keys: readonly Key[] = [...put, ...create];
    const { found } = loadSnapshot(connection.statements, { workspaceId, keys }, 0);
    const present = new Map(found.map((doc) => [nameOf(doc), doc]));
    for (const { before } of this.#open.values()) {
      for (const key of keys) {
        const name = nameOf(key);
        if (!before.has(name)) before.set(name, present.get(name) ?? null);
      }
    }
  }

  end(copyId: string): void {
    this.#open.delete(copyId);
  }

  endAll(): void {
    this.#open.clear();
  }

  begin(workspaceId: string): CopiedPage {
    const copyId = crypto.randomUUID();
    const connection = this.#connection();
    const head = connection && readHead(connection.statements, workspaceId);
    if (connection === null || head === null) return { copyId, parts: [], next: null };
    const newest = { order: "newest", beyond: null, limit: 1 } as const;
    const noDocs = { kind: "", before: null, limit: 0 };
    const { entries } = loadView(connection.statements, workspaceId, noDocs, newest, 0);
    const lastEntry = entries[0]?.sequence ?? 0n;
    this.#open.set(copyId, { head, lastEntry, before: new Map(), usedAt: this.#now() });
    return this.page(copyId, copyBeginning);
  }

  /** @throws TreasuryError `storage_error` if the reader paused too long, or the object restarted. */
  page(copyId: string, place: CopyPlace): CopiedPage {
    const copy = this.#open.get(copyId);
    const connection = this.#connection();
    if (copy === undefined || connection === null) {
      throw new TreasuryError(
        "storage_error",
        "The copy of the workspace ended before it was read completely: read it again.",
      );
    }
    copy.usedAt = this.#now();
    const { parts, next } = readCopyPage(connection.statements, copy.head.workspaceId, place);
    const seen = parts.flatMap((part) => atMoment(copy, part));
    const isLast = next === null || (next.table === "entries" && next.sequence >= copy.lastEntry);
    if (isLast) this.#open.delete(copyId);
    return { copyId, parts: seen, next: isLast ? null : next };
  }
}

function atMoment({ head, lastEntry, before }: OpenCopy, part: CopiedPart): readonly CopiedPart[] {
  switch (part.kind) {
    case "head":
      return [{ kind: "head", head }];
    case "doc": {
      const doc = before.get(nameOf(part.doc));
      if (doc === null) return [];
      return [doc === undefined ? part : { kind: "doc", doc }];
    }
    case "entry":
      return part.entry.sequence > lastEntry ? [] : [part];
  }
}

function nameOf({ kind, id }: Key): string {
  return `${kind}\n${id}`;
}
