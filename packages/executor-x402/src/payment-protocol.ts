import type {
  ExecutorStore,
  JsonObject,
  PayeeSignatures,
  SellerAnswer,
} from "@agent-treasury/provider";
import type { Hex } from "viem";
import type { NonceParts } from "./authorization/authorization-nonce.ts";
import { authorizationNonce } from "./authorization/authorization-nonce.ts";
import type { PreparedAuthorization } from "./authorization/authorization.ts";
import type { ReceivedPayment } from "./payment/payee-signatures.ts";
import type { ChallengeEcho } from "./quote/challenge-echo.ts";
import type { QuoteTerms } from "./quote/quote-terms.ts";
import type { Challenge } from "./quote/read-challenge.ts";

/** How sellers ask for a payment by an authorization, and how it is presented to them. */
export interface PaymentProtocol {
  /** `provider` of the executor. */
  readonly rail: string;
  /** Returns what a seller asks for, or the reason why it cannot be paid. */
  readonly readChallenge: (answer: SellerAnswer, nowMs: number) => Challenge | string;
  /**
   * The nonce that the seller's challenge requires, for one payment of the account. Without this
   * function, the nonce is derived from the proposal.
   */
  readonly nonceOf?: (accepted: JsonObject) => Hex;
  /** The headers that present an authorization. */
  readonly headersOf: (
    terms: QuoteTerms,
    authorization: PreparedAuthorization,
    echo: ChallengeEcho | null,
  ) => Readonly<Record<string, string>>;
  /** What the seller signed, by the headers of its answer to a payment. */
  readonly signaturesOf?: (
    headers: Readonly<Record<string, string>>,
    terms: QuoteTerms,
    payment: ReceivedPayment,
    echo: ChallengeEcho | null,
  ) => Promise<PayeeSignatures | null>;
}

export function nonceFor(
  { nonceOf }: PaymentProtocol,
  { accepted }: QuoteTerms,
  parts: NonceParts,
): Hex {
  return nonceOf?.(accepted) ?? authorizationNonce(parts);
}

/** Returns the proposal that pays with a nonce of a seller: the given one, unless another was first. */
export async function claimNonce(
  store: ExecutorStore,
  nonce: string,
  { workspaceId, proposalId }: Pick<NonceParts, "workspaceId" | "proposalId">,
): Promise<boolean> {
  const payer = { workspaceId, proposalId };
  const first = await store.put(claimKey(nonce), payer, null);
  return first["workspaceId"] === workspaceId && first["proposalId"] === proposalId;
}

export async function isClaimed(store: ExecutorStore, nonce: string): Promise<boolean> {
  return (await store.get(claimKey(nonce))) !== null;
}

function claimKey(nonce: string): string {
  return `challenge/${nonce}`;
}
