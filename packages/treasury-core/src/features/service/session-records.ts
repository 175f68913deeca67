import { fromStored } from "@agent-treasury/provider/helpers";
import { type DocumentKind, neverErased } from "../../kernel/documents/document-kind.ts";
import type { Engine } from "../../kernel/engine.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";

/** The sessions of a sign-in page, shared by all processes. */
export interface SessionRecords {
  /**
   * Opens a session and returns its random id, which is the credential. The database has only its
   * SHA-256. A session lasts at most 30 days. The 21st session of an operator ends the oldest one.
   */
  open(operator: string, lifetimeMs: number): Promise<string>;
  /** Returns the operator of a session; null if it is unknown, expired or ended. */
  operatorOf(id: string): Promise<string | null>;
  end(id: string): Promise<void>;
}

/** Callers cannot use this workspace id. */
const sessionsWorkspaceId = "~sessions";
const sessionKind = "session";
const operatorKind = "operator_sessions";

export const sessionDocuments: readonly DocumentKind[] = neverErased(sessionKind, operatorKind);
const longestLifetimeMs = 2_592_000_000;
const sessionsOfOperator = 20;
const idPattern = /^[0-9a-f]{64}$/;

interface StoredSession {
  readonly digest: string;
  readonly expiresAt: number;
}

export function sessionRecords({ committer, storage, identifiers }: Engine): SessionRecords {
  return {
    open: async (operator, lifetimeMs) => {
      const id = sha256Hex(`${identifiers.random()}${identifiers.random()}`);
      await committer.run(sessionsWorkspaceId, openSession(sha256Hex(id), operator, lifetimeMs));
      return id;
    },
    operatorOf: async (id) => {
      if (!idPattern.test(id)) return null;
      const keys = [{ kind: sessionKind, id: sha256Hex(id) }];
      const [snapshot] = await storage.load([{ workspaceId: sessionsWorkspaceId, keys }]);
      const session = snapshot?.found[0];
      if (snapshot === undefined || session === undefined) return null;
      const isOver = session.expiresAt === null || session.expiresAt <= snapshot.storageNow;
      return isOver || typeof session.body !== "string" ? null : session.body;
    },
    end: async (id) => {
      if (idPattern.test(id)) await committer.run(sessionsWorkspaceId, endSession(sha256Hex(id)));
    },
  };
}

function openSession(digest: string, operator: string, lifetimeMs: number): Command<null> {
  const key = { kind: operatorKind, id: sha256Hex(operator) };
  return {
    name: "open_session",
    reads: [key],
    reduce: (ledger, now) => {
      const { epoch } = ledger.head;
      const expiresAt = now + Math.min(lifetimeMs, longestLifetimeMs);
      const known = fromStored<StoredSession[]>(ledger.doc(key)?.body ?? []).filter(
        (session) => session.expiresAt > now,
      );
      const ended = known.slice(0, Math.max(0, known.length + 1 - sessionsOfOperator));
      const sessions = [...known.slice(ended.length), { digest, expiresAt }];
      const index = keptDoc(
        key,
        epoch,
        sessions.map((session) => ({ ...session })),
      );
      const put = [
        { ...keptDoc({ kind: sessionKind, id: digest }, epoch, operator), expiresAt },
        { ...index, expiresAt: Math.max(...sessions.map((session) => session.expiresAt)) },
        ...ended.map((session) => endedSession(ledger, session.digest, now)),
      ];
      return changed(ledger, null, { put });
    },
  };
}

function endSession(digest: string): Command<null> {
  const key = { kind: sessionKind, id: digest };
  return {
    name: "end_session",
    reads: [key],
    reduce: (ledger, now) => {
      if (ledger.doc(key) === undefined) return unchanged(null);
      return changed(ledger, null, { put: [endedSession(ledger, digest, now)] });
    },
  };
}

/** Purged with other expired records. */
function endedSession({ head }: LedgerState, digest: string, now: number) {
  return { ...keptDoc({ kind: sessionKind, id: digest }, head.epoch, null), expiresAt: now };
}
