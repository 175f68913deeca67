import { createHash } from "node:crypto";
import { chainIdOf, type PaymentProtocol } from "@agent-treasury/executor-x402/chain";
import type { JsonObject, SellerAnswer } from "@agent-treasury/provider";
import { Challenge, Constants, Credential, evm } from "mppx";

/** For a challenge without an end, as clients of `mppx` assume. */
export const defaultValiditySeconds = 300;
export const maximumChallenges = 20;
/** The headers in which a seller may ask for a credential. */
export const credentialHeaders: ReadonlySet<string> = new Set([
  Constants.Headers.authorization.toLowerCase(),
  Constants.Headers.paymentAuthorization.toLowerCase(),
]);

/** Charges of the method `evm` by the Machine Payments Protocol. */
export const mppProtocol: PaymentProtocol = {
  rail: "mpp",
  readChallenge: (answer, nowMs) => {
    if (answer.status !== 402) return "The seller did not ask for a payment.";
    const challenges = challengesOf(answer);
    if (challenges === null) return "The seller asked for a payment, but not by MPP.";
    const read = challenges
      .slice(0, maximumChallenges)
      .map((challenge) => requirementOf(challenge, nowMs));
    const accepts = read.filter((one) => typeof one !== "string");
    const [reason] = read.filter((one) => typeof one === "string");
    if (accepts.length === 0 && reason !== undefined) return reason;
    return {
      accepts,
      description: challenges.find(({ description }) => description)?.description ?? null,
      mimeType: null,
      paymentIdentifier: null,
      echo: { resource: {}, extensions: {} },
    };
  },
  nonceOf: (accepted) => evm.challengeHash(challengeOf(accepted)),
  headersOf: ({ accepted, network }, { deploymentId: _deploymentId, ...authorization }) => {
    const challenge = challengeOf(accepted);
    const credential = Credential.from({
      challenge,
      payload: { type: "authorization", ...authorization },
      source: evm.toSource({ address: authorization.from, chainId: chainIdOf(network) }),
    });
    const header = Challenge.credentialHeader(challenge).toLowerCase();
    return { [header]: Credential.serialize(credential) };
  },
};

/** Null without a valid one, and for one that cannot be written again, as a payment has to. */
export function challengesOf({ headers }: SellerAnswer): readonly Challenge.Challenge[] | null {
  try {
    const challenges = Challenge.deserializeList(headers["www-authenticate"] ?? "");
    for (const challenge of challenges) Challenge.serialize(challenge);
    return challenges;
  } catch {
    return null;
  }
}

/** What a challenge requires, in the form of x402, or the reason why it cannot be paid. */
function requirementOf(challenge: Challenge.Challenge, nowMs: number): JsonObject | string {
  const { method, intent, expires } = challenge;
  if (method !== evm.paymentMethod || intent !== evm.chargeIntent) {
    return `The seller asks for ${JSON.stringify(`${method}/${intent}`.slice(0, 80))}, which is not supported.`;
  }
  if (!credentialHeaders.has(Challenge.credentialHeader(challenge).toLowerCase())) {
    return "The seller asks for the payment in an unknown header.";
  }
  const read = evm.ChargeRequestSchema.safeParse(challenge.request);
  if (!read.success) return "The seller's charge is not valid.";
  const { amount, currency, recipient, methodDetails } = read.data;
  const { chainId, credentialTypes, splits = [] } = methodDetails;
  if (splits.length > 0 || credentialTypes?.includes("authorization") !== true) {
    return "The seller asks for a transfer other than by EIP-3009.";
  }
  const now = Math.floor(nowMs / 1_000);
  const end = expires === undefined ? null : Math.floor(Date.parse(expires) / 1_000);
  return {
    scheme: "exact",
    network: evm.networkOf(chainId),
    asset: currency,
    amount,
    payTo: recipient,
    maxTimeoutSeconds: end === null ? defaultValiditySeconds : end - now,
    validUntil: end,
    challenge: Challenge.serialize(challenge),
  };
}

function challengeOf({ challenge }: JsonObject): Challenge.Challenge {
  return Challenge.deserialize(typeof challenge === "string" ? challenge : "");
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
