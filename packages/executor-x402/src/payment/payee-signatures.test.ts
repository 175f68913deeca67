import { encodePaymentResponseHeader } from "@x402/core/http";
import { getAddress, type Hex, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { offerData, offerReceipt, type ReceiptPayload, receiptData } from "../offer-receipt.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";
import { payeeSignatures } from "./payee-signatures.ts";

const seller = privateKeyToAccount(generatePrivateKey());
const [from, token] = [getAddress(toHex(1, { size: 20 })), getAddress(toHex(2, { size: 20 }))];
const heldAt = 1_700_000_000_000;
const issuedAt = heldAt / 1_000 + 1;
const transaction: Hex = `0x${"ab".repeat(32)}`;
const network = "eip155:31337";
const url = "https://seller.example/report";
const terms: QuoteTerms = {
  deploymentId: "d1",
  url,
  method: "GET",
  contentType: null,
  bodyDigest: null,
  scheme: "exact",
  permit2: null,
  network,
  token,
  tokenName: "Test Dollar",
  tokenVersion: "2",
  payTo: seller.address,
  amount: "500000",
  maxTimeoutSeconds: 300,
  validUntil: null,
  accepted: {},
  paymentIdentifier: null,
};
const payload = {
  version: 1,
  network,
  resourceUrl: url,
  payer: from,
  issuedAt,
  transaction,
} as const;

/** What is read of an answer whose receipt has these changes, with other fields beside it. */
async function read(changes: Partial<ReceiptPayload> = {}, others: object = {}) {
  const signed = { ...payload, ...changes };
  const signature = await seller.signTypedData(receiptData(signed));
  const receipt = { format: "eip712", payload: { ...signed, ...others }, signature, ...others };
  const settled = { success: true, network, transaction } as const;
  const extensions = { [offerReceipt]: { info: { receipt } } };
  const headers = { "payment-response": encodePaymentResponseHeader({ ...settled, extensions }) };
  const signatures = await payeeSignatures(headers, terms, { from, heldAt }, null);
  return { receipt: signatures?.receipt ?? null, signature };
}

describe("a seller's receipt", () => {
  it.each([
    ["this payment", {}],
    ["a payment without its transaction", { transaction: "" }],
    ["a transaction in other letters", { transaction: transaction.toUpperCase() }],
    ["a seller whose clock is behind", { issuedAt: issuedAt - 200 }],
  ])("is that of %s", async (_, changes) => {
    const { receipt } = await read(changes);
    expect(receipt).toMatchObject({ signer: seller.address, isPayee: true });
  });

  it.each([
    ["an older payment without its transaction", { transaction: "", issuedAt: issuedAt - 400 }],
    ["an older payment with this transaction", { issuedAt: issuedAt - 400 }],
    ["another transaction", { transaction: `0x${"cd".repeat(32)}` }],
  ])("is not that of %s", async (_, changes) => {
    expect((await read(changes)).receipt).toBeNull();
  });

  it("is stored with what is signed alone", async () => {
    const { receipt, signature } = await read({}, { note: "Refunds for ever" });
    expect(JSON.parse(receipt?.text ?? "")).toEqual({ format: "eip712", payload, signature });
  });
});

it("stores what is signed of an offer alone", async () => {
  const { scheme, payTo, amount } = terms;
  const offered = { scheme, network, asset: token, payTo, amount, validUntil: issuedAt };
  const signed = { version: 1, resourceUrl: url, ...offered } as const;
  const signature = await seller.signTypedData(offerData(signed));
  const offer = { format: "eip712", acceptIndex: 0, payload: { ...signed, note: "x" }, signature };
  const echo = { resource: { url }, extensions: { [offerReceipt]: { info: { offers: [offer] } } } };
  const signatures = await payeeSignatures({}, terms, { from, heldAt }, echo);
  const { text = "" } = signatures?.offer ?? {};
  expect(JSON.parse(text)).toEqual({ format: "eip712", payload: signed, signature });
});
