import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentRequirements } from "@x402/core/types";
import type { TestChain } from "evm-for-tests";
import { type Hex, type LocalAccount, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

export type Endpoint = (request: Request) => Promise<Response>;

export interface PaymentChanges {
  readonly to?: Hex;
  readonly value?: bigint;
  readonly nonce?: Hex;
  readonly validBefore?: number;
  /** Replaces the signature. */
  readonly signature?: Hex;
  readonly identifier?: string;
  readonly accepted?: Partial<PaymentRequirements>;
}

export interface TestBuyer {
  readonly account: LocalAccount;
  /** Signs a payment for a challenge. */
  sign(challenge: Response, changes?: PaymentChanges): Promise<string>;
  /** Requests a challenge, and signs it. */
  pay(endpoint: Endpoint, changes?: PaymentChanges): Promise<string>;
}

export const testUrl = "https://seller.example/report?city=bern";

export function request(payment?: string, url = testUrl): Request {
  return new Request(
    url,
    payment === undefined ? {} : { headers: { "payment-signature": payment } },
  );
}

/** An account with ten dollars. */
export async function testBuyer(chain: TestChain): Promise<TestBuyer> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.mint(account.address, 10_000_000n);
  const sign: TestBuyer["sign"] = async (challenge, changes = {}) => {
    const required = decodePaymentRequiredHeader(challenge.headers.get("payment-required") ?? "");
    const [requirements] = required.accepts as [PaymentRequirements];
    const message = {
      from: account.address,
      to: changes.to ?? (requirements.payTo as Hex),
      value: changes.value ?? BigInt(requirements.amount),
      validAfter: 0n,
      validBefore: BigInt(changes.validBefore ?? (await latestSeconds(chain)) + 120),
      nonce: changes.nonce ?? toHex(crypto.getRandomValues(new Uint8Array(32))),
    };
    const { name, version } = requirements.extra as { name: string; version: string };
    const signature = await account.signTypedData({
      domain: { name, version, chainId: 31_337, verifyingContract: requirements.asset as Hex },
      types: {
        TransferWithAuthorization: [
          { name: "from", type: "address" },
          { name: "to", type: "address" },
          { name: "value", type: "uint256" },
          { name: "validAfter", type: "uint256" },
          { name: "validBefore", type: "uint256" },
          { name: "nonce", type: "bytes32" },
        ],
      },
      primaryType: "TransferWithAuthorization",
      message,
    });
    const authorization = Object.fromEntries(
      Object.entries(message).map(([name_, value]) => [name_, String(value)]),
    );
    const { identifier } = changes;
    return encodePaymentSignatureHeader({
      x402Version: 2,
      accepted: { ...requirements, ...changes.accepted },
      payload: { signature: changes.signature ?? signature, authorization },
      ...(identifier !== undefined && {
        extensions: { "payment-identifier": { info: { required: false, id: identifier } } },
      }),
    });
  };
  return {
    account,
    sign,
    pay: async (endpoint, changes) => sign(await endpoint(request()), changes),
  };
}

async function latestSeconds(chain: TestChain): Promise<number> {
  return (await chain.latest()).timeMs / 1_000;
}
