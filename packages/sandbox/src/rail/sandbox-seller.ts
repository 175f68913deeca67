import { Micros } from "@agent-treasury/provider";
import { fromHeader, toHeader } from "./sandbox-bytes.ts";
import type { FacilitatedPayment, SandboxFacilitator } from "./sandbox-facilitator.ts";
import { sandboxAccounts, sandboxAsset, sandboxNetwork } from "./sandbox-network.ts";

/** Something that the sandbox's seller sells. */
export interface SandboxItem {
  readonly amount: Micros;
  readonly description: string;
  /** What a buyer receives. */
  readonly content: string;
  /** The seller's account; `sandbox:seller` by default. */
  readonly payTo?: string;
}

const maxTimeoutSeconds = 120;

/** Items by path. Payments for `/forecast` stay unknown for some time. */
export const sandboxItems: Readonly<Record<string, SandboxItem>> = {
  "/weather": {
    amount: Micros.of(500_000n),
    description: "Weather in Lisbon today",
    content: "Lisbon: sunny, 24 °C. This report is simulated.\n",
  },
  "/forecast": {
    amount: Micros.of(1_000_000n),
    description: "Weather in Lisbon for ten days",
    content: "Lisbon: ten sunny days. This report is simulated.\n",
    payTo: sandboxAccounts.slowSeller,
  },
  "/archive": {
    amount: Micros.of(10_000_000n),
    description: "Weather in Lisbon for the past ten years",
    content: "Lisbon: 3,650 days of weather. This report is simulated.\n",
  },
};

/**
 * A stand-in for a seller that is paid by x402 on the sandbox's chain: a fetch-style handler.
 *
 * @example const seller = sandboxSeller(sandboxRail().facilitator);
 */
export function sandboxSeller(
  facilitator: Pick<SandboxFacilitator, "settle">,
  items: Readonly<Record<string, SandboxItem>> = sandboxItems,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, href } = new URL(request.url);
    const item = Object.hasOwn(items, pathname) ? items[pathname] : undefined;
    if (item === undefined)
      return new Response("The sandbox sells nothing here.\n", { status: 404 });
    const requirements = {
      scheme: "exact",
      network: sandboxNetwork,
      asset: sandboxAsset,
      amount: item.amount.toString(),
      payTo: item.payTo ?? sandboxAccounts.seller,
      maxTimeoutSeconds,
      extra: {},
    };
    const challenge = (error: string): Response => {
      const resource = { url: href, description: item.description, mimeType: "text/plain" };
      const required = { x402Version: 2, error, resource, accepts: [requirements] };
      return new Response(null, {
        status: 402,
        headers: { "payment-required": toHeader(required) },
      });
    };
    const payment = fromHeader(request.headers.get("payment-signature"));
    if (!isPayment(payment)) return challenge("Payment required");
    const settled = await facilitator.settle(payment, requirements);
    if (!settled.success) return challenge(settled.errorReason ?? "not settled");
    return new Response(item.content, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "payment-response": toHeader(settled),
      },
    });
  };
}

function isPayment(value: unknown): value is FacilitatedPayment {
  return typeof value === "object" && value !== null && "payload" in value;
}
