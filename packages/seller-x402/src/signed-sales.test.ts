import { decodePaymentRequiredHeader } from "@x402/core/http";
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  verifyOfferSignatureEIP712,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureEIP712,
} from "@x402/extensions/offer-receipt";
import { anvilBinary, startChain, type TestChain } from "evm-for-tests";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Facilitator } from "./facilitator.ts";
import { request, testBuyer, testUrl } from "./test-buyer.fixture.ts";
import { testShop } from "./test-shop.fixture.ts";

describe.skipIf(anvilBinary === null)("offers and receipts", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  it("are signed as the package of x402 verifies them", async () => {
    const signer = generatePrivateKey();
    const { address } = privateKeyToAccount(signer);
    const shop = await testShop(chain);
    const buyer = await testBuyer(chain);
    const endpoint = shop.start({ signer }).endpoint();
    const asked = await endpoint(request());
    const required = decodePaymentRequiredHeader(asked.headers.get("payment-required") ?? "");
    const [offer] = extractOffersFromPaymentRequired(required);
    if (offer?.format !== "eip712") throw new Error("Nothing was signed.");
    const { signer: offeredBy, payload } = await verifyOfferSignatureEIP712(offer);
    expect(offeredBy).toBe(address);
    expect(payload).toMatchObject({ resourceUrl: testUrl, amount: "500000", payTo: shop.payTo });

    const payment = await buyer.sign(asked);
    const answer = await endpoint(request(payment));
    expect(answer.status).toBe(200);
    const receipt = extractReceiptFromResponse(answer);
    if (receipt?.format !== "eip712") throw new Error("Nothing was signed.");
    expect((await verifyReceiptSignatureEIP712(receipt)).signer).toBe(address);
    const [decoded] = decodeSignedOffers([offer]);
    if (decoded === undefined) throw new Error("Nothing was decoded.");
    const payer = buyer.account.address;
    expect(verifyReceiptMatchesOffer(receipt, decoded, [payer])).toBe(true);
    expect(receipt.payload.transaction).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it("are left out while the signer fails, and the buyer has the answer", async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const unavailable = new Error("The key is not available.");
    const signTypedData = () => Promise.reject(unavailable);
    const failures: unknown[] = [];
    const shop = await testShop(chain);
    const buyer = await testBuyer(chain);
    const endpoint = shop
      .start({
        signer: { ...account, signTypedData },
        onFailure: (error) => void failures.push(error),
      })
      .endpoint();
    const asked = await endpoint(request());
    expect(asked.status).toBe(402);
    const answer = await endpoint(request(await buyer.sign(asked)));
    expect([answer.status, await answer.text()]).toEqual([200, "Sunny"]);
    expect(extractReceiptFromResponse(answer)).toBeUndefined();
    expect(failures).toEqual([unavailable, unavailable]);
    expect(await shop.arrivals()).toHaveLength(1);
  });

  it("name the payer of the payment if the facilitator names none", async () => {
    const shop = await testShop(chain);
    const buyer = await testBuyer(chain);
    const { verify, settle } = shop.facilitator;
    const facilitator: Facilitator = {
      verify,
      settle: async (...payment) => {
        const { payer: _, ...settled } = await settle(...payment);
        return settled;
      },
    };
    const endpoint = shop.start({ signer: generatePrivateKey(), facilitator }).endpoint();
    const answer = await endpoint(request(await buyer.pay(endpoint)));
    const receipt = extractReceiptFromResponse(answer);
    if (receipt?.format !== "eip712") throw new Error("Nothing was signed.");
    expect(receipt.payload.payer).toBe(buyer.account.address);
  });

  it("are missing without a signer", async () => {
    const shop = await testShop(chain);
    const endpoint = shop.start().endpoint();
    const asked = await endpoint(request());
    const required = decodePaymentRequiredHeader(asked.headers.get("payment-required") ?? "");
    expect(extractOffersFromPaymentRequired(required)).toEqual([]);
  });
});
