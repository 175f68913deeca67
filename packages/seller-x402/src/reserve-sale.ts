import type { Clock, ExecutorStore } from "@agent-treasury/provider";
import { digestOf, type Sale, type Sales } from "./sale.ts";

/** Another process continues so long after one that exited while its handler ran. */
const leaseMs = 30_000;
const renewEveryMs = 10_000;
/** Longer than any authorization lasts. */
const maximumRenewals = 90;
/** How long a request waits for another process. */
const waitMs = 20_000;
const pollMs = 250;
/** How long an identifier names one payment. */
const identifierMs = 86_400_000;

export interface ReservingDeps {
  readonly store: ExecutorStore;
  readonly provider: string;
  readonly clock: Clock;
}

export interface Reservation {
  readonly kind: "reserved";
  readonly holder: string;
  /** Ends the renewals. Without a sale, the payment and its identifier can be presented again. */
  end(isSold: boolean): Promise<void>;
}

export type Reserved =
  | Reservation
  /** Another process sold it. */
  | { readonly kind: "sold"; readonly sale: Sale }
  /** Another process sells it. */
  | { readonly kind: "busy" }
  /** The identifier names another payment. */
  | { readonly kind: "identifier_used" };

interface NamedPayment {
  readonly id: string;
  readonly identifier: string | null;
}

/** Reserves a payment and its identifier, so that one handler runs for them in all processes. */
export async function reserveSale(
  { store, provider, clock }: ReservingDeps,
  { id, identifier }: NamedPayment,
  sales: Sales,
): Promise<Reserved> {
  const holder = crypto.randomUUID();
  const key = `${provider}/selling/${digestOf(id)}`;
  const deadline = clock.monotonic() + waitMs;
  while ((await store.lease(key, holder, leaseMs)) !== holder) {
    const sale = await sales.get();
    if (sale !== null) return { kind: "sold", sale };
    if (clock.monotonic() >= deadline) return { kind: "busy" };
    await clock.sleep(pollMs);
  }
  // It may have been sold between the look and the lease.
  const sale = await sales.get();
  if (sale !== null) {
    await store.lease(key, holder, 0);
    return { kind: "sold", sale };
  }
  const named = digestOf(id);
  const nameKey = identifier === null ? null : identifierKey(provider, identifier);
  if (nameKey !== null && (await store.lease(nameKey, named, identifierMs)) !== named) {
    await store.lease(key, holder, 0);
    return { kind: "identifier_used" };
  }
  const ended = new AbortController();
  const renew = async (): Promise<void> => {
    for (let renewals = 0; renewals < maximumRenewals; renewals += 1) {
      await clock.sleep(renewEveryMs, ended.signal);
      // After a failure the next renewal may be in time.
      await store.lease(key, holder, leaseMs).catch(() => undefined);
    }
  };
  // It rejects when the reservation ends.
  renew().catch(() => undefined);
  return {
    kind: "reserved",
    holder,
    end: async (isSold) => {
      ended.abort();
      if (isSold) return;
      await store.lease(key, holder, 0);
      if (nameKey !== null) await store.lease(nameKey, named, 0);
    },
  };
}

/** Whether an identifier names another payment, before anything is verified or reserved. */
export async function isIdentifierUsed(
  { store, provider, clock }: ReservingDeps,
  { id, identifier }: NamedPayment,
): Promise<boolean> {
  if (identifier === null) return false;
  const known = await store.get(identifierKey(provider, identifier));
  return known?.["holder"] !== digestOf(id) && Number(known?.["until"]) > clock.now();
}

function identifierKey(provider: string, identifier: string): string {
  return `${provider}/identifier/${digestOf(identifier)}`;
}
