import { type Json, TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import type { PluginContext } from "@agent-treasury/treasury-core/plugin";
import * as z from "zod";

/** What a browser returns for `PushManager.subscribe`. */
export type BrowserSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

export const browserSubscription: z.ZodType<BrowserSubscription> = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(1_000)
    .refine(hasNoCredentials, "must not contain a user name, a password or a fragment"),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{86,87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});

/** A subscription as it is stored. */
export type StoredSubscription = {
  readonly id: string;
  readonly subscription: BrowserSubscription;
  /** Id and name of the person. Null without sign-in. */
  readonly personId: string | null;
  readonly person: string | null;
  readonly device: string;
  /** The public key that the browser subscribed to. */
  readonly publicKey: string;
  readonly createdAt: string;
};

const stored: z.ZodType<StoredSubscription> = z.object({
  id: z.string(),
  subscription: browserSubscription,
  personId: z.string().nullable(),
  person: z.string().nullable(),
  device: z.string(),
  publicKey: z.string(),
  createdAt: z.string(),
});

export interface SubscriptionStore {
  /** Newest first. */
  list(workspaceId: string): Promise<readonly StoredSubscription[]>;
  get(workspaceId: string, id: string): Promise<StoredSubscription | null>;
  /** Replaces the one of the same browser. */
  put(workspaceId: string, subscription: StoredSubscription): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
}

/** In a workspace. One page of a plugin's documents. */
const maximum = 100;
const maximumTries = 10;

export function subscriptionStore({
  documents,
  deliveries,
}: Pick<PluginContext, "documents" | "deliveries">): SubscriptionStore {
  const list = async (workspaceId: string): Promise<readonly StoredSubscription[]> =>
    (await documents(workspaceId).list()).map(({ body }) => stored.parse(body));
  return {
    list,
    get: async (workspaceId, id) => {
      const found = await documents(workspaceId).get(id);
      return found === null ? null : stored.parse(found.body);
    },
    put: async (workspaceId, subscription) => {
      const { id } = subscription;
      for (let tries = 1; ; tries += 1) {
        const before = await documents(workspaceId).get(id);
        if (before === null && (await list(workspaceId)).length >= maximum) throw full();
        try {
          const version = before?.version ?? null;
          await documents(workspaceId).put(id, subscription satisfies Json, version);
          return;
        } catch (error) {
          if (!isBehind(error) || tries === maximumTries) throw error;
        }
      }
    },
    remove: async (workspaceId, id) => {
      await documents(workspaceId).remove(id);
      await deliveries.remove(workspaceId, id);
    },
  };
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, hash } = new URL(text);
  return username === "" && password === "" && hash === "";
}

function full(): TreasuryError {
  const message = `The workspace has ${maximum} subscriptions. Remove one that is not used.`;
  return new TreasuryError("document_limit_reached", message);
}

function isBehind(error: unknown): boolean {
  return isTreasuryError(error) && error.code === "document_changed";
}
