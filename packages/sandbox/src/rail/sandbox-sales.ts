import {
  type ExecutorContext,
  type IncomingMovement,
  type IncomingRail,
  type JsonObject,
  Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { expiryOf, isSigned, readAuthorization } from "./sandbox-authorization.ts";
import { fromHeader } from "./sandbox-bytes.ts";
import { type SandboxChain, movementIdOf } from "./sandbox-chain.ts";
import type {
  FacilitatedPayment,
  SandboxFacilitator,
  SandboxSettlement,
  SandboxVerification,
} from "./sandbox-facilitator.ts";
import { sandboxAsset, sandboxNetwork } from "./sandbox-network.ts";
import { readSandboxRequirement } from "./sandbox-requirement.ts";
import { sandboxProvider } from "./sandbox-terms.ts";
import type { SandboxTransfer } from "./sandbox-transfer.ts";

/** What an endpoint sells. */
export interface SandboxSaleOptions {
  readonly workspaceId: string;
  readonly description: string;
  readonly priceUsd: number;
  readonly scheme?: "exact" | "upto";
  /** An account of the sandbox's chain, for example `sandbox:shop`. */
  readonly payTo: string;
  readonly network: string;
}

/** A payment for an endpoint. */
export interface SandboxPayment {
  readonly id: string;
  readonly payer: string;
  movement(): IncomingMovement;
  /** The buyer's secret name of this payment. */
  readonly identifier: string | null;
  verify(): Promise<SandboxVerification>;
  settle(): Promise<{
    readonly kind: "settled" | "refused";
    readonly receipt: SandboxSettlement;
  }>;
  receipt(): Promise<SandboxSettlement | null>;
}

export interface SandboxSale {
  readonly price: Micros;
  readonly requirements: {
    scheme: string;
    network: typeof sandboxNetwork;
    asset: string;
    amount: string;
    payTo: string;
    maxTimeoutSeconds: number;
    extra: Record<string, unknown>;
  };
  read(header: string): Promise<SandboxPayment | string>;
}

/** The rail of `paidEndpoint` in `@agent-treasury/seller-x402`, for test money. */
export interface SandboxSellerRail extends IncomingRail {
  sell(options: SandboxSaleOptions): () => Promise<SandboxSale>;
  context(): ExecutorContext;
}

export interface SalesDeps {
  readonly chain: SandboxChain;
  readonly facilitator: SandboxFacilitator;
  readonly secret: () => Promise<string>;
  readonly context: () => ExecutorContext;
  connect(context: ExecutorContext): void;
  readonly isReported: (transfer: SandboxTransfer) => boolean;
  readonly now: () => number;
}

const maxTimeoutSeconds = 120;
/** How often a payment that may still arrive is looked for. */
const pendingMs = 5_000;

export function sandboxSellerRail(deps: SalesDeps): SandboxSellerRail {
  return {
    specificationVersion: "1",
    provider: sandboxProvider,
    mode: () => "sandbox",
    connect: deps.connect,
    context: deps.context,
    sell: (options) => {
      const sale = saleOf(options, deps);
      return async () => sale;
    },
    find: async ({ id, amount, details: { nonce, expiresAt } }) => {
      // Before the look, because a transfer may be made until then.
      const isOver = Number(expiresAt) <= deps.now();
      const transfer = typeof nonce === "string" ? await deps.chain.find(nonce) : null;
      if (transfer === null) {
        if (!isOver) return { kind: "pending", afterMs: pendingMs };
        return { kind: "gone", reason: "The payment did not arrive in time." };
      }
      if (movementIdOf(transfer) !== id || Micros.of(transfer.amount) !== amount) {
        return { kind: "gone", reason: "The sandbox's chain has another payment." };
      }
      if (!deps.isReported(transfer)) return { kind: "pending", afterMs: pendingMs };
      return { kind: "counted", reviewAfterMs: null };
    },
  };
}

function saleOf(options: SandboxSaleOptions, deps: SalesDeps): SandboxSale {
  const amount = amountFromUsd(options.priceUsd, "priceUsd");
  const requirements = {
    scheme: "exact",
    network: sandboxNetwork,
    asset: sandboxAsset,
    amount: amount.toString(),
    payTo: options.payTo,
    maxTimeoutSeconds,
    extra: {},
  } as const;
  const isOther = options.network !== sandboxNetwork || options.scheme === "upto";
  if (isOther || readSandboxRequirement(requirements) === null) {
    throw new TreasuryError(
      "invalid_request",
      `The sandbox sells on ${sandboxNetwork}, by the scheme exact, to an account such as sandbox:shop.`,
    );
  }
  return {
    price: amount,
    requirements,
    read: async (header) => {
      const payment = fromHeader(header) as (FacilitatedPayment & JsonObject) | null;
      const payload = readAuthorization(payment?.payload);
      if (payment === null || payload === null) return "The payment is not valid.";
      const { from, to, value, nonce } = payload.authorization;
      if (to !== options.payTo || value !== requirements.amount) {
        return "The authorization has another payee or amount.";
      }
      if (!(await isSigned(payload, await deps.secret()))) {
        return "The signature is not the sandbox's.";
      }
      const identifier = identifierOf(payment);
      if (identifier === undefined) {
        return "The `payment-identifier` must have 16 to 128 letters, digits, `-` and `_`.";
      }
      const { workspaceId, description } = options;
      const details = { nonce, expiresAt: expiryOf(payload) };
      const id = movementIdOf({ id: nonce });
      const movement = { id, workspaceId, amount, payer: from, description, details };
      return paymentOf({ movement, nonce, identifier }, payment, requirements, deps);
    },
  };
}

/** Null without one; undefined for one that is not valid. */
function identifierOf({ extensions }: JsonObject): string | null | undefined {
  const named = (extensions as JsonObject | undefined)?.["payment-identifier"] as JsonObject | null;
  const id = (named?.["info"] as JsonObject | null | undefined)?.["id"];
  if (id === undefined) return null;
  return typeof id === "string" && /^[\w-]{16,128}$/.test(id) ? id : undefined;
}

function paymentOf(
  named: Pick<SandboxPayment, "identifier"> & {
    readonly movement: IncomingMovement & { readonly payer: string };
    readonly nonce: string;
  },
  payment: FacilitatedPayment,
  requirements: object,
  { chain, facilitator }: SalesDeps,
): SandboxPayment {
  const { movement, nonce, identifier } = named;
  const receipt = async (): Promise<SandboxSettlement | null> => {
    const transfer = await chain.find(nonce);
    if (transfer === null) return null;
    return { success: true, payer: transfer.from, transaction: nonce, network: sandboxNetwork };
  };
  return {
    id: movement.id,
    payer: movement.payer,
    movement: () => movement,
    identifier,
    verify: () => facilitator.verify(payment, requirements),
    receipt,
    settle: async () => {
      const settled = await facilitator.settle(payment, requirements);
      const made = settled.success ? settled : await receipt();
      return made === null
        ? { kind: "refused", receipt: settled }
        : { kind: "settled", receipt: made };
    },
  };
}
