import type { Doc, ExecutorStore, JsonObject, Key, TreasuryError } from "@agent-treasury/provider";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { isLeaseOver } from "../../kernel/ledger/lease-over.ts";
import { outsideJson } from "../../kernel/ledger/outside-json.ts";

const maximumBytes = 393_216;
const longestLeaseMs = 30 * 86_400_000;
const longestHolder = 200;

/** Values of one executor, in the workspace of the deployment. */
export function executorStore(
  { storage, committer }: Pick<Engine, "storage" | "committer">,
  provider: string,
): ExecutorStore {
  return Object.freeze<ExecutorStore>({
    put: async (key, value, expiresAt) => {
      checkExpiry(expiresAt);
      const stored = outsideJson(value, `The value of ${key}`, maximumBytes) as JsonObject;
      return committer.run(
        deploymentWorkspaceId,
        storeOnce(valueKey(provider, key), stored, expiresAt),
      );
    },
    get: async (key) => {
      const keys = [valueKey(provider, key)];
      const [snapshot] = await storage.load([{ workspaceId: deploymentWorkspaceId, keys }]);
      return (snapshot?.found[0]?.body ?? null) as JsonObject | null;
    },
    lease: async (key, holder, leaseMs) => {
      const lease: Lease = { holder: checkedHolder(holder), leaseMs: checkedLease(leaseMs) };
      return committer.run(deploymentWorkspaceId, takeLease(valueKey(provider, key), lease));
    },
  });
}

interface Lease {
  readonly holder: string;
  readonly leaseMs: number;
}

/** Returns the holder after the call. */
function takeLease(key: Key, { holder, leaseMs }: Lease): Command<string | null> {
  return {
    name: "lease_executor_key",
    reads: [key],
    reduce: (ledger, now) => {
      const known = ledger.doc(key);
      const lease = known === undefined ? null : leaseFrom(known);
      if (lease === undefined) throw valueOf(key);
      const isHeld = lease !== null && !isLeaseOver(lease.until, now, lease.leaseMs);
      if (isHeld && lease.holder !== holder) return unchanged(lease.holder);
      if (!isHeld && leaseMs === 0) return unchanged(null);
      const until = now + leaseMs;
      const body = { holder, until, leaseMs };
      const doc: Doc = { ...keptDoc(key, ledger.head.epoch, body), expiresAt: until };
      const answer = leaseMs === 0 ? null : holder;
      return changed(ledger, answer, { put: [doc] });
    },
  };
}

/** Undefined for a value of `put`. */
function leaseFrom({ body }: Doc): (Lease & { readonly until: number }) | undefined {
  const { holder, until, leaseMs } = body as JsonObject;
  if (typeof holder !== "string" || typeof until !== "number" || typeof leaseMs !== "number") {
    return undefined;
  }
  return { holder, until, leaseMs };
}

function valueOf({ id }: Key): TreasuryError {
  return invalidRequest(`The key ${id} has a value, so it has no lease.`);
}

function storeOnce(key: Key, value: JsonObject, expiresAt: number | null): Command<JsonObject> {
  return {
    name: "store_executor_value",
    creates: [key],
    reduce: (ledger) => {
      const known = ledger.doc(key);
      if (known !== undefined && !isLater(expiresAt, known.expiresAt)) {
        return unchanged(known.body as JsonObject);
      }
      const doc: Doc = { ...(known ?? keptDoc(key, ledger.head.epoch, value)), expiresAt };
      return changed(ledger, doc.body as JsonObject, { put: [doc] });
    },
  };
}

function isLater(one: number | null, other: number | null): boolean {
  return other !== null && (one === null || one > other);
}

/** @throws TreasuryError `invalid_request`. */
function valueKey(provider: string, key: string): Key {
  if (/^[\w.:/-]{1,200}$/.test(key) && key.startsWith(`${provider}/`) && !key.endsWith("/")) {
    return { kind: "executor_value", id: key };
  }
  throw invalidRequest(
    `The key of a value of ${provider} must begin with \`${provider}/\` and have 1 to 200 letters, digits and . _ : / -`,
  );
}

/** @throws TreasuryError `invalid_request`. */
function checkedHolder(holder: string): string {
  if (/^[\w.:-]+$/.test(holder) && holder.length <= longestHolder) return holder;
  throw invalidRequest(`\`holder\` must have 1 to ${longestHolder} letters, digits and . _ : -`);
}

/** @throws TreasuryError `invalid_request`. */
function checkedLease(leaseMs: number): number {
  if (Number.isSafeInteger(leaseMs) && leaseMs >= 0 && leaseMs <= longestLeaseMs) return leaseMs;
  throw invalidRequest("`leaseMs` must be milliseconds, at most 30 days.");
}

/** @throws TreasuryError `invalid_request`. */
function checkExpiry(expiresAt: number | null): void {
  if (expiresAt === null || (Number.isSafeInteger(expiresAt) && expiresAt >= 0)) return;
  throw invalidRequest("`expiresAt` must be milliseconds since 1970 or null.");
}
