import { changesOn, type Command } from "../ledger/command.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { Engine } from "../treasury/engine.ts";

/** Session storage for a sign-in page, shared by all processes. */
export interface SessionRecords {
  /** 256 random bits in hexadecimal, the same in every process. */
  secret(): Promise<string>;
  /** The record is purged after `expiresAt`. */
  end(id: string, expiresAt: number): Promise<void>;
  hasEnded(id: string): Promise<boolean>;
}

/** Callers cannot use this workspace id. */
const sessionsWorkspaceId = "~sessions";
const secretKey = { kind: "session_secret", id: "1" };
const endedKind = "ended_session";

export function sessionRecords({ committer, storage, identifiers }: Engine): SessionRecords {
  let secret: Promise<string> | null = null;
  const readSecret = async (): Promise<string> => {
    const fresh = `${identifiers.random()}${identifiers.random()}`;
    return committer.run(sessionsWorkspaceId, openSecret(fresh));
  };
  return {
    secret: () =>
      (secret ??= readSecret().catch((error: unknown) => {
        secret = null;
        throw error;
      })),
    end: async (id, expiresAt) => {
      await committer.run(sessionsWorkspaceId, endSession(id, expiresAt));
    },
    hasEnded: async (id) => {
      const keys = [{ kind: endedKind, id }];
      const [snapshot] = await storage.load([{ workspaceId: sessionsWorkspaceId, keys }]);
      return (snapshot?.found.length ?? 0) > 0;
    },
  };
}

function openSecret(fresh: string): Command<string> {
  return {
    name: "open_session_secret",
    reads: [secretKey],
    reduce: (ledger) => {
      const known = ledger.doc(secretKey);
      if (known !== undefined) return { kind: "unchanged", answer: known.body as string };
      const put = [keptDoc(secretKey, ledger.head.epoch, fresh)];
      return { kind: "changed", answer: fresh, changes: changesOn(ledger, { put }) };
    },
  };
}

function endSession(id: string, expiresAt: number): Command<null> {
  return {
    name: "end_session",
    reads: [],
    reduce: (ledger) => {
      const ended = keptDoc({ kind: endedKind, id }, ledger.head.epoch, null);
      const changes = changesOn(ledger, { put: [{ ...ended, expiresAt }] });
      return { kind: "changed", answer: null, changes };
    },
  };
}
