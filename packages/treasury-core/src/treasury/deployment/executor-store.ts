import {
  type Doc,
  type ExecutorStore,
  type JsonObject,
  type Key,
  TreasuryError,
} from "@agent-treasury/provider";
import { changesOn, type Command } from "../../ledger/command.ts";
import { keptDoc } from "../../ledger/kept-doc.ts";
import { outsideJson } from "../../ledger/outside-json.ts";
import type { Engine } from "../engine.ts";
import { deploymentWorkspaceId } from "../freezes/freeze-marker.ts";

const maximumBytes = 393_216;

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
  });
}

function storeOnce(key: Key, value: JsonObject, expiresAt: number | null): Command<JsonObject> {
  return {
    name: "store_executor_value",
    reads: [],
    creates: [key],
    reduce: (ledger) => {
      const known = ledger.doc(key);
      if (known !== undefined && !isLater(expiresAt, known.expiresAt)) {
        return { kind: "unchanged", answer: known.body as JsonObject };
      }
      const doc: Doc = { ...(known ?? keptDoc(key, ledger.head.epoch, value)), expiresAt };
      const changes = changesOn(ledger, { put: [doc] });
      return { kind: "changed", answer: doc.body as JsonObject, changes };
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
  throw new TreasuryError(
    "invalid_request",
    `The key of a value of ${provider} must begin with \`${provider}/\` and have 1 to 200 letters, digits and . _ : / -`,
  );
}

/** @throws TreasuryError `invalid_request`. */
function checkExpiry(expiresAt: number | null): void {
  if (expiresAt === null || (Number.isSafeInteger(expiresAt) && expiresAt >= 0)) return;
  throw new TreasuryError(
    "invalid_request",
    "`expiresAt` must be milliseconds since 1970 or null.",
  );
}
