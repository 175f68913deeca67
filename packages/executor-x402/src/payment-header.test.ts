import { decodePaymentSignatureHeader } from "@x402/core/http";
import { anvilBinary, startChain, type TestChain } from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAuthorization } from "./authorization/authorization.ts";
import { type TestRail, testRail } from "./test-rail.fixture.ts";

describe.skipIf(anvilBinary === null)("the header of a payment", () => {
  let chain: TestChain;
  let rail: TestRail;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    rail = await testRail(chain);
  });

  it("has one identifier for a payment to sellers that use identifiers", async () => {
    rail.seller.extensions = { "payment-identifier": { info: { required: true }, schema: {} } };
    const order = await rail.order();
    rail.seller.behave = () => null;
    await rail.executor.pay(order);
    await rail.create().pay(order);
    const sent = rail.seller.paid.map(({ headers }) => {
      const { extensions } = decodePaymentSignatureHeader(String(headers["payment-signature"]));
      return extensions?.["payment-identifier"];
    });
    const id = expect.stringMatching(/^at_[0-9a-f]{64}$/);
    expect(sent[0]).toEqual({ info: { required: true, id }, schema: {} });
    expect(sent[1]).toEqual(sent[0]);
    // The chain shows the nonce to everyone.
    const nonce = readAuthorization(order.payload)?.nonce ?? "0x";
    expect(JSON.stringify(sent)).not.toContain(nonce.slice(2));
  });

  it("echoes the seller's resource and extensions with the payment", async () => {
    const bazaar = { info: { input: { type: "http", note: "x".repeat(4_000) } }, schema: {} };
    const info = { required: false };
    rail.seller.extensions = { bazaar, "payment-identifier": { info, schema: {} } };
    const order = await rail.order();
    expect((await rail.executor.pay(order)).kind).toBe("executed");
    const header = rail.seller.paid[0]?.headers["payment-signature"];
    expect(decodePaymentSignatureHeader(String(header))).toMatchObject({
      resource: {
        url: `${rail.seller.origin}/weather`,
        description: "A weather report",
        mimeType: "text/plain",
      },
      extensions: {
        bazaar,
        "payment-identifier": { info: { ...info, id: expect.any(String) }, schema: {} },
      },
    });
  });

  it("has no echo that is not stored", async () => {
    const order = await rail.order();
    const forgetful = { ...rail.store, get: async () => null };
    const executor = rail.create({ store: forgetful });
    expect((await executor.pay(order)).kind).toBe("executed");
    const header = rail.seller.paid[0]?.headers["payment-signature"];
    expect(decodePaymentSignatureHeader(String(header))).not.toHaveProperty("resource");
  });
});
