import { Micros } from "@agent-treasury/provider";
import { expiryOf, isSigned, readAuthorization } from "./sandbox-authorization.ts";
import type { SandboxChain, TransferRequest } from "./sandbox-chain.ts";
import { sandboxNetwork } from "./sandbox-network.ts";
import { readSandboxRequirement } from "./sandbox-requirement.ts";

/** A payment as a seller passes it on, in x402 version 2. */
export interface FacilitatedPayment {
  readonly x402Version: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface SandboxVerification {
  readonly isValid: boolean;
  readonly invalidReason?: string;
  readonly payer?: string;
}

export interface SandboxSettlement {
  readonly success: boolean;
  readonly errorReason?: string;
  readonly payer?: string;
  /** Id of the transfer. Empty without one. */
  readonly transaction: string;
  readonly network: typeof sandboxNetwork;
}

/** A stand-in for an x402 facilitator, in the process, for sellers on the sandbox's chain. */
export interface SandboxFacilitator {
  verify(payment: FacilitatedPayment, requirements: object): Promise<SandboxVerification>;
  settle(payment: FacilitatedPayment, requirements: object): Promise<SandboxSettlement>;
  getSupported(): Promise<{
    readonly kinds: {
      x402Version: number;
      scheme: string;
      network: typeof sandboxNetwork;
    }[];
    readonly extensions: string[];
    readonly signers: Record<string, string[]>;
  }>;
}

export interface FacilitatorDeps {
  readonly chain: SandboxChain;
  readonly secret: () => Promise<string>;
  readonly now: () => number;
}

type Check =
  | { readonly reason: string }
  | { readonly reason: null; readonly transfer: TransferRequest };

export function sandboxFacilitator({ chain, secret, now }: FacilitatorDeps): SandboxFacilitator {
  const check = async (payment: FacilitatedPayment, requirements: object): Promise<Check> => {
    const required = readSandboxRequirement(requirements);
    const payload = readAuthorization(payment.payload);
    if (payment.x402Version !== 2 || required === null || payload === null) {
      return { reason: "invalid_payload" };
    }
    if (!(await isSigned(payload, await secret()))) return { reason: "invalid_signature" };
    const { from, to, value, nonce } = payload.authorization;
    if (to !== required.payTo) return { reason: "recipient_mismatch" };
    if (value !== required.amount) return { reason: "amount_mismatch" };
    const expiresAt = expiryOf(payload);
    if (now() >= expiresAt) return { reason: "expired" };
    if ((await chain.find(nonce)) !== null) return { reason: "authorization_used" };
    const amount = Micros.of(value);
    if ((await chain.balanceOf(from)) < amount) return { reason: "insufficient_funds" };
    return { reason: null, transfer: { id: nonce, from, to, amount, expiresAt } };
  };

  return {
    verify: async (payment, requirements) => {
      const checked = await check(payment, requirements);
      return checked.reason === null
        ? { isValid: true, payer: checked.transfer.from }
        : { isValid: false, invalidReason: checked.reason };
    },
    settle: async (payment, requirements) => {
      const checked = await check(payment, requirements);
      if (checked.reason !== null) return refused(checked.reason);
      const { kind } = await chain.transfer(checked.transfer);
      if (kind !== "made") return refused(kind === "used" ? "authorization_used" : kind);
      const { id, from } = checked.transfer;
      return { success: true, payer: from, transaction: id, network: sandboxNetwork };
    },
    getSupported: async () => ({
      kinds: [{ x402Version: 2, scheme: "exact", network: sandboxNetwork }],
      extensions: [],
      signers: {},
    }),
  };
}

function refused(errorReason: string): SandboxSettlement {
  return { success: false, errorReason, transaction: "", network: sandboxNetwork };
}
