import { createHash } from "node:crypto";
import type { ExecutorStore, JsonObject } from "@agent-treasury/provider";

/** Longer than any authorization lasts. */
const lifetimeMs = 86_400_000;
/** Longer answers are returned only once. */
const maximumStoredBytes = 262_144;

/** What a payment bought. The first request with a payment decides it. */
export interface Sale {
  /** Digest of the request. */
  readonly request: string;
  /** Digest of the buyer's name of the payment. */
  readonly identifier: string | null;
  readonly status: number;
  readonly contentType: string | null;
  /** Null for a long answer. */
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** Persists sales, so that a payment buys one answer in all processes. */
export interface Sales {
  get(): Promise<Sale | null>;
  /** Returns the sale of the first call. */
  put(sale: Sale): Promise<Sale>;
  /** Whether this call is the first. */
  deliver(): Promise<boolean>;
}

export function salesOf(
  store: ExecutorStore,
  provider: string,
  movementId: string,
  nowMs: number,
): Sales {
  const id = digestOf(movementId);
  const key = `${provider}/sale/${id}`;
  const expiresAt = nowMs + lifetimeMs;
  return {
    get: async () => saleFrom(await store.get(key)),
    put: async (sale) => saleFrom(await store.put(key, saleToJson(sale), expiresAt)) ?? sale,
    deliver: async () => {
      const by = crypto.randomUUID();
      const first = await store.put(`${provider}/delivered/${id}`, { by }, expiresAt);
      return first["by"] === by;
    },
  };
}

export function digestOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function saleToJson({ body, ...sale }: Sale): JsonObject {
  const isStored = body !== null && body.byteLength <= maximumStoredBytes;
  return { ...sale, body: isStored ? Buffer.from(body).toString("base64") : null };
}

function saleFrom(stored: JsonObject | null): Sale | null {
  if (stored === null) return null;
  const { body, ...sale } = stored as unknown as Omit<Sale, "body"> & { body: string | null };
  return { ...sale, body: body === null ? null : new Uint8Array(Buffer.from(body, "base64")) };
}
