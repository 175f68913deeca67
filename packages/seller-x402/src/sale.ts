import { createHash } from "node:crypto";
import type { ExecutorStore, JsonObject } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";

/** How long a settled sale is recorded. */
const lifetimeMs = 86_400_000;
/** Longer than any authorization lasts, because a sale may never be settled. */
const unsettledMs = 3_600_000;
/** Longer answers are returned only once. */
const maximumStoredBytes = 262_144;

/** What a payment bought. The first request with a payment decides it. */
export interface Sale {
  /** The call whose handler made it. Missing in sales of earlier versions. */
  readonly by?: string;
  /** Digest of the request. */
  readonly request: string;
  /** Digest of the buyer's name of the payment. */
  readonly identifier: string | null;
  /** What is collected, in millionths of a US dollar. Missing for the whole price. */
  readonly amount?: string;
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
  /** Records that the sale was settled. Returns whether this call is the first. */
  deliver(sale: Sale): Promise<boolean>;
}

export function salesOf(
  store: ExecutorStore,
  provider: string,
  movementId: string,
  nowMs: number,
): Sales {
  const id = digestOf(movementId);
  const key = `${provider}/sale/${id}`;
  const put = (sale: Sale, forMs: number) => store.put(key, saleToJson(sale), nowMs + forMs);
  return {
    get: async () => saleFrom(await store.get(key)),
    put: async (sale) => saleFrom(await put(sale, unsettledMs)) ?? sale,
    deliver: async (sale) => {
      const by = crypto.randomUUID();
      const [first] = await Promise.all([
        store.put(`${provider}/delivered/${id}`, { by }, nowMs + lifetimeMs),
        put(sale, lifetimeMs),
      ]);
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
  const { body, ...sale } = fromStored<Omit<Sale, "body"> & { body: string | null }>(stored);
  return { ...sale, body: body === null ? null : new Uint8Array(Buffer.from(body, "base64")) };
}
