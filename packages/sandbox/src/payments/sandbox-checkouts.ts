import { type CheckoutRequest, Micros, TreasuryError } from "@agent-treasury/provider";
import { oneAtATime } from "./one-at-a-time.ts";
import {
  isSandboxSessionId,
  type SandboxSession,
  type SandboxSessionStore,
} from "./sandbox-session.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface SandboxCheckouts {
  open(request: CheckoutRequest): Promise<SandboxSession>;
  find(id: string): Promise<SandboxSession | undefined>;
  /** Marks a session paid. It has no effect on a paid session. */
  complete(id: string): Promise<SandboxSession>;
  isExpired(session: SandboxSession): boolean;
}

/** Opens the checkouts of a store. Changes are made one at a time. */
export function sandboxCheckouts(store: SandboxSessionStore, now: () => number): SandboxCheckouts {
  const enter = oneAtATime();
  const find = async (id: string): Promise<SandboxSession | undefined> =>
    isSandboxSessionId(id) ? store.get(id) : undefined;
  const isExpired = (session: SandboxSession): boolean =>
    session.paidAt === null && now() >= session.expiresAt;

  const openNow = async (request: CheckoutRequest): Promise<SandboxSession> => {
    refuseUnusable(request);
    // The id derives from the key, so that the same key finds its session after a restart. A key is
    // valid for a day, and then opens the next session of its series.
    for (let generation = 0; ; generation += 1) {
      const id = await sessionId(request.idempotencyKey, generation);
      const existing = await store.get(id);
      if (existing === undefined) {
        const session = newSession(id, request, now());
        await store.put(id, session);
        return session;
      }
      if (now() < existing.createdAt + dayMs) return sameContent(existing, request);
    }
  };

  const completeNow = async (id: string): Promise<SandboxSession> => {
    const session = await find(id);
    if (session === undefined) throw failure(`The sandbox has no checkout ${id}.`);
    if (session.paidAt !== null) return session;
    if (isExpired(session)) throw failure(`The sandbox checkout ${id} has expired.`);
    const paid: SandboxSession = { ...session, paidAt: now() };
    await store.put(id, paid);
    return paid;
  };

  return {
    open: (request) => enter(() => openNow(request)),
    complete: (id) => enter(() => completeNow(id)),
    find,
    isExpired,
  };
}

function newSession(id: string, request: CheckoutRequest, createdAt: number): SandboxSession {
  return {
    id,
    workspaceId: request.workspaceId,
    amount: Micros.toText(request.amount),
    successUrl: request.successUrl,
    cancelUrl: request.cancelUrl,
    createdAt,
    expiresAt: createdAt + dayMs,
    paidAt: null,
  };
}

function sameContent(existing: SandboxSession, request: CheckoutRequest): SandboxSession {
  const same =
    existing.workspaceId === request.workspaceId &&
    existing.amount === Micros.toText(request.amount) &&
    existing.successUrl === request.successUrl &&
    existing.cancelUrl === request.cancelUrl;
  if (!same) throw failure("This idempotency key was used for a checkout with other content.");
  return existing;
}

function refuseUnusable(request: CheckoutRequest): void {
  if (request.amount <= 0n || request.amount % Micros.perCent !== 0n) {
    throw failure("A checkout's amount must be whole cents, above zero.");
  }
  for (const address of [request.successUrl, request.cancelUrl]) {
    if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
      throw failure("A checkout's return addresses must be http or https.");
    }
  }
}

async function sessionId(idempotencyKey: string, generation: number): Promise<string> {
  const text = new TextEncoder().encode(`${generation}\n${idempotencyKey}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  const hexadecimal = Array.from(digest.subarray(0, 16), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return `sandbox_cs_${hexadecimal.join("")}`;
}

function failure(message: string): TreasuryError {
  return new TreasuryError("payment_processor_error", message);
}
