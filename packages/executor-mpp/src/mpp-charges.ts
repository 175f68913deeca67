import { TreasuryError } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { OfferedSale, SaleProtocol } from "@agent-treasury/seller-x402";
import { Challenge, Constants, Credential, evm, PaymentRequest, Receipt } from "mppx";
import { getAddress } from "viem";

const chainPrefix = evm.evmNetworkPrefix.length;
const tokenDecimals = 6;
const shortestSecret = 32;

export interface MppChargeOptions {
  /** Proves that a challenge is the seller's own: at least 32 characters, the same in all processes. */
  readonly secretKey: string;
}

const optionNames: NamesOf<MppChargeOptions> = { secretKey: true };

/**
 * Lets the endpoints of `x402Seller` ask for charges of the method `evm` by the Machine Payments
 * Protocol, beside x402. A payment by either is one transfer by EIP-3009.
 *
 * @throws TreasuryError `invalid_request` for a short `secretKey`.
 * @example const seller = x402Seller({ rpcUrls, protocol: mppCharges({ secretKey }) });
 */
export function mppCharges(options: MppChargeOptions): SaleProtocol {
  checkOptions("mppCharges", options, optionNames);
  const { secretKey } = options;
  if (secretKey.length < shortestSecret) {
    throw new TreasuryError("invalid_request", "`secretKey` must have 32 characters or more.");
  }
  return {
    challenge: (sale) => {
      const { url, description, nowMs, requirements } = sale;
      const challenge = Challenge.from({
        secretKey,
        realm: new URL(url).host,
        method: evm.paymentMethod,
        intent: evm.chargeIntent,
        description,
        expires: new Date(nowMs + requirements.maxTimeoutSeconds * 1_000).toISOString(),
        // Requests in one millisecond have different challenges.
        meta: { id: crypto.randomUUID() },
        request: requestOf(sale),
      });
      return { [Constants.Headers.wwwAuthenticate]: Challenge.serialize(challenge) };
    },
    read: (headers, sale) => {
      const header = headers.get(Constants.Headers.authorization);
      const scheme = header === null ? null : Credential.extractPaymentScheme(header);
      if (scheme === null) return null;
      const credential = credentialOf(scheme);
      if (credential === null) return "The credential is not valid.";
      const { challenge, payload } = credential;
      if (
        challenge.realm !== new URL(sale.url).host ||
        !Challenge.verify(challenge, { secretKey })
      ) {
        return "The challenge is not of this seller.";
      }
      const asked = PaymentRequest.serialize(requestOf(sale));
      if (PaymentRequest.serialize(challenge.request) !== asked) {
        return "The challenge is of another charge.";
      }
      if (payload.nonce !== evm.challengeHash(challenge)) {
        return "The authorization is for another challenge.";
      }
      const { type: _type, signature, ...authorization } = payload;
      return { signature, authorization, endsAt: Date.parse(challenge.expires ?? "") };
    },
    receipt: ({ transaction }, { nowMs }) => {
      const timestamp = new Date(nowMs).toISOString();
      const method = evm.paymentMethod;
      const receipt = Receipt.from({
        method,
        status: "success",
        reference: transaction,
        timestamp,
      });
      return { [Constants.Headers.paymentReceipt]: Receipt.serialize(receipt) };
    },
  };
}

function requestOf({ requirements }: OfferedSale): PaymentRequest.Request {
  const { network, asset, amount, payTo } = requirements;
  return {
    amount,
    currency: getAddress(asset),
    recipient: getAddress(payTo),
    methodDetails: {
      chainId: Number(network.slice(chainPrefix)),
      credentialTypes: ["authorization"],
      decimals: tokenDecimals,
    },
  };
}

function credentialOf(scheme: string) {
  try {
    const { challenge, payload } = Credential.deserialize(scheme);
    const read = evm.ChargePayloadSchema.safeParse(payload);
    return read.success ? { challenge, payload: read.data } : null;
  } catch {
    return null;
  }
}
