import { type PreparedOrder, TreasuryError } from "@agent-treasury/provider";
import * as z from "zod";
import { digestOf, macOf } from "./sandbox-bytes.ts";
import { sandboxAccounts } from "./sandbox-network.ts";
import { readSandboxTerms } from "./sandbox-terms.ts";

const units = z.string().regex(/^\d{1,15}$/);
const digits = z.string().regex(/^[0-9a-f]{64}$/);

/** What `prepare` commits, and what a seller presents: the payload of scheme `exact` in x402. */
export interface SandboxAuthorization {
  readonly authorization: {
    readonly from: string;
    readonly to: string;
    /** In micro-dollars. */
    readonly value: string;
    readonly validAfter: string;
    /** Seconds since 1970. */
    readonly validBefore: string;
    readonly nonce: string;
  };
  readonly signature: string;
}

const sandboxAuthorization = z.object({
  authorization: z.object({
    from: z.string(),
    to: z.string(),
    value: units,
    validAfter: units,
    validBefore: units,
    nonce: digits,
  }),
  signature: digits,
});

/** A far-off end would be a cheque for the bearer. */
const maximumValiditySeconds = 600;

/** Returns the authorization of a payload, or null for anything else. */
export function readAuthorization(payload: unknown): SandboxAuthorization | null {
  return sandboxAuthorization.safeParse(payload).data ?? null;
}

/**
 * Authorizes the payment of a quote. Repeated calls for one hold return the same authorization.
 *
 * @throws TreasuryError `spend_executor_error` if the order and its quote differ.
 */
export async function authorize(
  order: PreparedOrder,
  deploymentId: string,
  secret: string,
): Promise<SandboxAuthorization> {
  const { quote, amount, heldAt, workspaceId, proposalId } = order;
  const { url, payTo, amount: price, maxTimeoutSeconds } = readSandboxTerms(quote);
  if (amount.toString() !== price) {
    throw new TreasuryError("spend_executor_error", "The amount differs from the quote's price.");
  }
  const parts = ["sandbox/1", deploymentId, workspaceId, proposalId, url, payTo, price];
  const validitySeconds = Math.min(maxTimeoutSeconds, maximumValiditySeconds);
  const authorization = {
    from: sandboxAccounts.treasury,
    to: payTo,
    value: price,
    validAfter: "0",
    validBefore: String(Math.floor(heldAt / 1_000) + validitySeconds),
    nonce: await digestOf(JSON.stringify(parts)),
  };
  return { authorization, signature: await signatureOf(authorization, secret) };
}

/** Whether the sandbox's own account made the signature. */
export async function isSigned(
  { authorization, signature }: SandboxAuthorization,
  secret: string,
): Promise<boolean> {
  const isOurs = authorization.from === sandboxAccounts.treasury;
  return isOurs && signature === (await signatureOf(authorization, secret));
}

export function expiryOf({ authorization }: SandboxAuthorization): number {
  return Number(authorization.validBefore) * 1_000;
}

function signatureOf(
  { from, to, value, validAfter, validBefore, nonce }: SandboxAuthorization["authorization"],
  secret: string,
): Promise<string> {
  return macOf(JSON.stringify([from, to, value, validAfter, validBefore, nonce]), secret);
}
