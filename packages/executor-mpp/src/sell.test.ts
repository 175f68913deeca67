import { paidEndpoint, x402Seller } from "@agent-treasury/seller-x402";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  anvilBinary,
  startChain,
  type TestChain,
  testClock,
  testFacilitator,
  testNetwork,
} from "evm-for-tests";
import { Challenge, Credential, Receipt } from "mppx";
import { evm, Mppx } from "mppx/client";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { mppCharges } from "./mpp-charges.ts";

const secretKey = "a secret of the tests that is long enough";
const url = "https://seller.example/report";
const payTo = "0x5e11e70000000000000000000000000000000001";

describe.skipIf(anvilBinary === null)("selling by MPP", () => {
  let chain: TestChain;
  let account: LocalAccount;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    account = privateKeyToAccount(generatePrivateKey());
    await chain.mint(account.address, 10_000_000n);
  });

  function open() {
    const clock = testClock(Date.now());
    const seller = x402Seller({
      rpcUrls: { [testNetwork]: [chain.rpcUrl] },
      networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
      facilitator: testFacilitator(chain),
      protocol: mppCharges({ secretKey }),
    });
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage({ now: clock.now }),
      clock,
      incoming: [seller],
      recoverySeconds: false,
    });
    onTestFinished(() => treasury.close());
    const terms = { treasury, seller, payTo, workspaceId: "acme", network: testNetwork };
    const offer = { ...terms, priceUsd: 0.5, description: "A weather report – “sunny”" } as const;
    return { clock, treasury, endpoint: paidEndpoint(offer, () => new Response("Sunny")), offer };
  }

  type Endpoint = ReturnType<typeof open>["endpoint"];

  function client(endpoint: Endpoint) {
    return Mppx.create({
      methods: [evm.charge({ account, authorization: { name: "Test Dollar", version: "2" } })],
      fetch: async (input, init) => endpoint(new Request(input, init)),
      polyfill: false,
      maxPaymentRetries: 1,
    });
  }

  /** What the client of `mppx` presents. */
  async function credentialFor(endpoint: Endpoint, at = url): Promise<string> {
    let presented = "";
    const recording: Endpoint = async (request) => {
      presented = request.headers.get("authorization") ?? presented;
      return presented === "" ? endpoint(request) : new Response(null, { status: 500 });
    };
    await client(recording).fetch(at);
    return presented;
  }

  const present = (endpoint: Endpoint, authorization: string, at = url) =>
    endpoint(new Request(at, { headers: { authorization } }));
  const payments = () => chain.paymentsOf(account.address);

  it("is paid by the client of mppx, and credited once", async () => {
    const { clock, treasury, endpoint } = open();
    const answer = await client(endpoint).fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, "Sunny"]);
    expect(Receipt.fromResponse(answer)).toMatchObject({ method: "evm", status: "success" });
    expect(await payments()).toMatchObject([{ to: payTo, value: 500_000n }]);
    for (let times = 0; times < 2; times += 1) {
      clock.advance(60);
      await treasury.recover();
    }
    expect((await treasury.state("acme")).revenueUsd).toBe(0.5);
  });

  it("sells once for a credential that is presented again", async () => {
    const { endpoint } = open();
    const credential = await credentialFor(endpoint);
    const first = await Promise.all([1, 2, 3].map(() => present(endpoint, credential)));
    expect(first.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await present(endpoint, credential)).status).toBe(409);
    expect((await present(endpoint, credential, `${url}?other`)).status).toBe(409);
    expect(await payments()).toHaveLength(1);
  });

  it("asks for no other payment when a collected one is presented after its end", async () => {
    const { clock, endpoint } = open();
    const [collected, late] = [await credentialFor(endpoint), await credentialFor(endpoint)];
    expect((await present(endpoint, collected)).status).toBe(200);
    clock.advance(3_600);
    expect((await present(endpoint, collected)).status).toBe(409);
    const answer = await present(endpoint, late);
    expect([answer.status, await answer.text()]).toEqual([
      402,
      expect.stringContaining("The challenge expired.") as unknown,
    ]);
    expect(await payments()).toHaveLength(1);
  });

  it("asks by x402 in the same answer", async () => {
    const { endpoint } = open();
    const { headers, status } = await endpoint(new Request(url));
    expect(status).toBe(402);
    expect(headers.get("payment-required")).not.toBeNull();
    expect(Challenge.deserialize(headers.get("www-authenticate") ?? "")).toMatchObject({
      method: "evm",
      intent: "charge",
      realm: "seller.example",
    });
  });

  it("leaves other credentials to the handler's app", async () => {
    const { endpoint } = open();
    expect((await present(endpoint, "Bearer abc")).status).toBe(402);
  });

  it.each([
    ["a credential that cannot be read", () => "Payment abc", "not valid"],
    ["another seller's challenge", changed({ id: "another" }), "not of this seller"],
    ["another end", changed({ expires: "2099-01-01T00:00:00Z" }), "not of this seller"],
    ["another realm", changed({ realm: "other.example" }), "not of this seller"],
  ])("collects nothing for %s", async (_, change, reason) => {
    const { endpoint } = open();
    const answer = await present(endpoint, change(await credentialFor(endpoint)));
    expect([answer.status, await answer.text()]).toEqual([
      402,
      expect.stringContaining(reason) as unknown,
    ]);
    expect(await payments()).toEqual([]);
  });

  it("collects nothing for the challenge of a cheaper endpoint, or of another payment", async () => {
    const { endpoint, offer } = open();
    const cheap = paidEndpoint({ ...offer, priceUsd: 0.01 }, () => new Response("Cheap"));
    const cheaper = await present(endpoint, await credentialFor(cheap));
    expect(await cheaper.text()).toContain("another charge");
    const [one, other] = [await credentialFor(endpoint), await credentialFor(endpoint)];
    const { challenge } = Credential.deserialize(one);
    const { payload } = Credential.deserialize(other);
    const mixed = await present(endpoint, Credential.serialize({ challenge, payload }));
    expect(await mixed.text()).toContain("another challenge");
    expect(await payments()).toEqual([]);
  });
});

it("requires a long secret", () => {
  expect(() => mppCharges({ secretKey: "short" })).toThrow("32 characters");
});

function changed(changes: Partial<Challenge.Challenge>) {
  return (credential: string): string => {
    const { challenge, ...others } = Credential.deserialize(credential);
    return Credential.serialize({ ...others, challenge: { ...challenge, ...changes } });
  };
}
