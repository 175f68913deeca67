import type { PaymentRecord, Key, Snapshot } from "@agent-treasury/provider";
import { keyText } from "../ledger/books.ts";
import { creditFromDoc, creditKey } from "../ledger/credit-record.ts";
import type { Engine } from "../treasury/engine.ts";
import { type MoneyEvent, claimsOf } from "./apply-event.ts";

/** What the ledger has of a movement. */
export type Known = "known" | "unknown" | "amount_differs";

/** What the ledger has of each of these movements, in their order. Writes nothing. */
export async function whatIsKnown(
  { storage }: Engine,
  provider: string,
  records: readonly PaymentRecord[],
): Promise<readonly Known[]> {
  const events = records.map(({ event }) => event);
  const workspaceIds = [...new Set(events.map(({ workspaceId }) => workspaceId))];
  const snapshots = await storage.load(
    workspaceIds.map((workspaceId) => ({
      workspaceId,
      keys: keysOf(
        provider,
        events.filter((event) => event.workspaceId === workspaceId),
      ),
    })),
  );
  return events.map((event) => {
    const snapshot = snapshots[workspaceIds.indexOf(event.workspaceId)];
    return snapshot === undefined ? "unknown" : compare(snapshot, provider, event);
  });
}

/** Each key once: several reversals may be of one payment. */
function keysOf(provider: string, events: readonly MoneyEvent[]): readonly Key[] {
  const keys = events.flatMap((event) => [
    ...claimKeysOf(provider, event),
    creditKeyOf(provider, event),
  ]);
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
}

function compare({ claimed, found }: Snapshot, provider: string, event: MoneyEvent): Known {
  const keys = new Set(claimKeysOf(provider, event).map(keyText));
  if (!claimed.some((claim) => keys.has(keyText(claim)))) return "unknown";
  if (event.kind === "reversed") return "known";
  const credit = keyText(creditKeyOf(provider, event));
  const doc = found.find((candidate) => keyText(candidate) === credit);
  return doc === undefined || creditFromDoc(doc).amount === event.amount
    ? "known"
    : "amount_differs";
}

function claimKeysOf(provider: string, event: MoneyEvent): readonly Key[] {
  const { claim, olderClaims } = claimsOf(provider, event);
  return [claim, ...olderClaims];
}

function creditKeyOf(provider: string, { paymentReference: reference }: MoneyEvent): Key {
  return creditKey({ provider, reference });
}
