import type {
  ExecutorContext,
  JsonObject,
  PaymentQuote,
  SpendOrder,
} from "@agent-treasury/provider";
import { systemClock } from "@agent-treasury/provider";
import { sandboxOutbound } from "./sandbox-outbound.ts";
import { type SandboxRail, type SandboxRailOptions, sandboxRail } from "./sandbox-rail.ts";
import { sandboxSeller } from "./sandbox-seller.ts";

export const shop = "https://shop.example";

/** A rail with a seller, as a treasury connects it. */
export interface ConnectedRail extends SandboxRail {
  readonly context: ExecutorContext;
  /** Requests that had a payment. */
  readonly presented: readonly Request[];
  quote(path?: string): Promise<PaymentQuote>;
  /** An order with its committed payload. */
  order(path?: string, changes?: Partial<SpendOrder>): Promise<SpendOrder>;
}

export type Behave = (request: Request, honest: () => Promise<Response>) => Promise<Response>;

/** A store as the treasury's: the first value of a key stays. */
export function storeInMemory(): ExecutorContext["store"] {
  const values = new Map<string, JsonObject>();
  return {
    put: async (key, value) => {
      if (!values.has(key)) values.set(key, value);
      return values.get(key) ?? value;
    },
    get: async (key) => values.get(key) ?? null,
    lease: async (_key, holder) => holder,
  };
}

export function connectedRail(
  options: SandboxRailOptions = {},
  behave: Behave = (_request, honest) => honest(),
  store: ExecutorContext["store"] = storeInMemory(),
): ConnectedRail {
  const rail = sandboxRail(options);
  const honest = sandboxSeller(rail.facilitator);
  const presented: Request[] = [];
  const seller = async (request: Request): Promise<Response> => {
    if (request.headers.has("payment-signature")) presented.push(request.clone());
    return behave(request, () => honest(request));
  };
  const outbound = sandboxOutbound({ [shop]: seller });
  const context = { deploymentId: async () => "d1", store, outbound, clock: systemClock };
  rail.executor.connect?.(context);
  const { now = Date.now } = options;
  const quote: ConnectedRail["quote"] = async (path = "/weather") => {
    const request = {
      url: `${shop}${path}`,
      method: "GET",
      contentType: null,
      body: null,
    } as const;
    const answer = await outbound({ ...request, headers: {}, ...bounds() });
    const quoted = await rail.executor.quote?.(answer, request);
    if (quoted?.kind !== "quoted") throw new Error(quoted?.reason);
    return quoted.quote;
  };
  const order: ConnectedRail["order"] = async (path, changes) => {
    const pinned = await quote(path);
    const held: SpendOrder = {
      proposalId: `prop_${crypto.randomUUID()}`,
      workspaceId: "acme",
      amount: pinned.maximum,
      vendor: pinned.payee,
      purpose: "a report",
      category: null,
      quote: pinned,
      payload: null,
      heldAt: now(),
      reference: null,
      signal: new AbortController().signal,
      ...changes,
    };
    return { ...held, payload: (await rail.executor.prepare?.(held)) ?? null };
  };
  return { ...rail, context, presented, quote, order };
}

function bounds() {
  return { timeoutMs: 1_000, maximumBytes: 10_000, signal: new AbortController().signal };
}
