import { decodePaymentResponseHeader, encodePaymentResponseHeader } from "@x402/core/http";
import type { requirementsOf, TestSeller } from "evm-for-tests";
import type { PrivateKeyAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { offerData, offerReceipt, receiptData } from "./offer-receipt.ts";

/** Makes the seller sign its offer and the receipt of each payment with the key of the payee. */
export async function signedSales(
  seller: TestSeller,
  requirements: ReturnType<typeof requirementsOf>,
  used: string | null,
): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey());
  const { scheme, network, asset, amount } = requirements;
  const payTo = account.address;
  seller.requirements = { ...requirements, network, payTo };
  seller.used = used;
  const resourceUrl = `${seller.origin}/weather`;
  const validUntil = Math.floor(Date.now() / 1_000) + 600;
  const offered = { scheme, network, asset, payTo, amount, validUntil };
  const offer = { version: 1, resourceUrl, ...offered } as const;
  const signature = await account.signTypedData(offerData(offer));
  const signed = { format: "eip712", payload: offer, signature };
  seller.extensions = { [offerReceipt]: { info: { offers: [signed] } } };
  seller.behave = async (_request, honest) => {
    const answer = await honest();
    const header = answer?.headers?.["payment-response"];
    if (answer === null || header === undefined) return answer;
    const settled = decodePaymentResponseHeader(header);
    const { payer = "", transaction } = settled;
    const issuedAt = Math.floor(Date.now() / 1_000);
    const payload = { version: 1, network, resourceUrl, payer, issuedAt, transaction } as const;
    const receipt = {
      format: "eip712",
      payload,
      signature: await account.signTypedData(receiptData(payload)),
    };
    const extensions = { [offerReceipt]: { info: { receipt } } };
    const response = encodePaymentResponseHeader({ ...settled, extensions });
    return { ...answer, headers: { ...answer.headers, "payment-response": response } };
  };
  return account;
}
