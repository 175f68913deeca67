/** A sandbox checkout as it is kept: plain JSON, amounts in decimal micro-dollars. */
export interface SandboxSession {
  readonly id: string;
  readonly workspaceId: string;
  readonly amount: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Milliseconds since 1970, null while nobody completed it. */
  readonly paidAt: number | null;
}

/**
 * Where sandbox checkouts are kept. `put` replaces the session of that id as a whole; `get` answers
 * what the last `put` kept. Only one process uses a store at a time.
 */
export interface SandboxSessionStore {
  get(id: string): Promise<SandboxSession | undefined>;
  put(id: string, session: SandboxSession): Promise<void>;
}

/** Whether a text has the form of a sandbox checkout's id. */
export function isSandboxSessionId(text: string): boolean {
  return /^sandbox_cs_[0-9a-f]{32}$/.test(text);
}

/** Keeps sandbox checkouts until the process ends. */
export function sandboxSessionsInMemory(): SandboxSessionStore {
  const sessions = new Map<string, SandboxSession>();
  return {
    get: (id) => Promise.resolve(sessions.get(id)),
    put: (id, session) => {
      sessions.set(id, session);
      return Promise.resolve();
    },
  };
}
