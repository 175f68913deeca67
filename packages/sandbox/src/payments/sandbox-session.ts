/** A stored sandbox checkout: plain JSON, amounts in decimal micro-dollars. */
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
  /** Milliseconds since 1970, null until it is paid. */
  readonly paidAt: number | null;
}

/**
 * The storage of sandbox checkouts, used by one process at a time. `put` replaces the whole session
 * with that id, and `get` returns the last one.
 */
export interface SandboxSessionStore {
  get(id: string): Promise<SandboxSession | undefined>;
  put(id: string, session: SandboxSession): Promise<void>;
}

export function isSandboxSessionId(text: string): boolean {
  return /^sandbox_cs_[0-9a-f]{32}$/.test(text);
}

/** Stores sandbox checkouts in memory. */
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
