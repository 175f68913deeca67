/** Packages that the workspace does not have. Only what the programs use. */
declare module "@x402/axios" {
  import type { x402Client } from "@x402/fetch";
  export function wrapAxiosWithPayment<Api>(api: Api, client: x402Client): Api;
}

declare module "axios" {
  const axios: { create(): { get(url: string): Promise<unknown> } };
  export default axios;
}

declare module "@coinbase/cdp-sdk/x402" {
  import type { x402Client } from "@x402/fetch";
  export function applySpendControls(
    client: x402Client,
    controls: {
      readonly maxAmountPerPayment: { readonly atomic: bigint; readonly asset: string };
      readonly maxCumulativeSpend: { readonly atomic: bigint; readonly asset: string };
      readonly maxCumulativeSpendWindow: string;
      readonly allowedNetworks: readonly string[];
    },
  ): void;
}

declare module "@lucid-agents/payments" {
  type Tracker = { readonly kind: "tracker" };
  type Limiter = { readonly kind: "limiter" };
  type Storage = { readonly kind: "storage" };
  export function createPaymentTracker(storage: Storage): Tracker;
  export function createRateLimiter(): Limiter;
  export function createSQLitePaymentStorage(path: string): Storage;
  export function wrapBaseFetchWithPolicy(
    baseFetch: typeof fetch,
    policies: readonly object[],
    tracker: Tracker,
    limiter: Limiter,
  ): typeof fetch;
}
