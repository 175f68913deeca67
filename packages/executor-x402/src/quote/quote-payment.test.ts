import type { PaidRequest } from "@agent-treasury/provider";
import { encodePaymentRequiredHeader } from "@x402/core/http";
import {
  anvilBinary,
  rpcProxy,
  type TestChain,
  startChain,
  testNetwork,
  requirementsOf,
} from "evm-for-tests";
import { keccak256, toFunctionSelector } from "viem";
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectedExecutor } from "../test-context.fixture.ts";
import type { X402Executor } from "../x402-executor.ts";

const request: PaidRequest = {
  url: "https://seller.example/weather?city=Rome",
  method: "GET",
  contentType: null,
  body: null,
};
const empty = new Uint8Array();

describe.skipIf(anvilBinary === null)("a quote", () => {
  let chain: TestChain;
  let executor: X402Executor;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(() => {
    executor = executorOf([chain.token]);
  });

  function executorOf(tokens: readonly `0x${string}`[], ...urls: readonly string[]): X402Executor {
    return connectedExecutor({
      account: privateKeyToAccount(generatePrivateKey()),
      rpcUrls: { [testNetwork]: urls.length === 0 ? [chain.rpcUrl] : urls },
      networks: { [testNetwork]: { mode: "test", tokens, depth: 1 } },
    });
  }

  function answerOf(changes: object, accepts: readonly object[] = [{}]) {
    const required = {
      x402Version: 2,
      resource: { url: request.url, description: "Weather" },
      accepts: accepts.map((change) => ({ ...requirementsOf(chain), ...change })),
      ...changes,
    };
    const header = encodePaymentRequiredHeader(required);
    return { status: 402, headers: { "payment-required": header }, body: empty };
  }

  it("pins the cheapest requirement that can be met, unchanged", async () => {
    const accepts = [
      { scheme: "upto" },
      { amount: "700000" },
      { amount: "600000", unknown: { field: [1] } },
      { amount: "1", network: "eip155:1" },
    ];
    expect(await executor.quote(answerOf({}, accepts), request)).toMatchObject({
      kind: "quoted",
      quote: {
        payee: "https://seller.example",
        description: "Weather",
        maximum: 600_000n,
        isFixed: true,
        terms: {
          url: request.url,
          token: chain.token,
          tokenName: "Test Dollar",
          amount: "600000",
          accepted: { ...requirementsOf(chain), ...accepts[2] },
        },
      },
    });
  });

  it("reads a challenge that only the body has", async () => {
    const { headers } = answerOf({});
    const body = new Uint8Array(Buffer.from(headers["payment-required"], "base64"));
    const quoted = await executor.quote({ status: 402, headers: {}, body }, request);
    expect(quoted).toMatchObject({
      kind: "quoted",
      quote: { description: "Weather", maximum: 500_000n },
    });
  });

  it("has the content type that the seller states", async () => {
    const resource = { url: request.url, mimeType: "application/pdf" };
    const quoted = await executor.quote(answerOf({ resource }), request);
    expect(quoted).toMatchObject({ kind: "quoted", contentType: "application/pdf" });
    expect(await executor.quote(answerOf({}), request)).not.toHaveProperty("contentType");
  });

  it("prefers the challenge of the header", async () => {
    const body = new TextEncoder().encode(JSON.stringify({ x402Version: 1, accepts: [] }));
    const quoted = await executor.quote({ ...answerOf({}), body }, request);
    expect(quoted.kind).toBe("quoted");
  });

  it("is refused with the reason of each requirement", async () => {
    const accepts = [
      { scheme: "batch-settlement" },
      { network: "solana:mainnet" },
      { extra: { assetTransferMethod: "erc7710" } },
      { scheme: "batch-settlement" },
    ];
    expect(await executor.quote(answerOf({}, accepts), request)).toEqual({
      kind: "unsupported",
      reason:
        'The scheme "batch-settlement" is not supported. The network "solana:mainnet" is not connected. The seller asks for a transfer other than by EIP-3009 or Permit2.',
    });
  });

  it("has one line of the seller's text, without control characters", async () => {
    const resource = { url: request.url, description: "\u202eWeather\n\u0000of\u2028Rome " };
    const quoted = await executor.quote(answerOf({ resource }), request);
    expect(quoted).toMatchObject({ quote: { description: "Weather of Rome" } });
    const long = { url: request.url, description: "x".repeat(1_000) };
    const cut = await executor.quote(answerOf({ resource: long }), request);
    expect(cut).toMatchObject({ quote: { description: "x".repeat(300) } });
  });

  it.each<[string, object]>([
    ['The scheme "deferred" is not supported.', { scheme: "deferred" }],
    ["The seller names no facilitator for `upto`.", { scheme: "upto" }],
    [
      "The seller asks for a transfer other than by EIP-3009 or Permit2.",
      { extra: { assetTransferMethod: "erc7710" } },
    ],
    ['The network "eip155:8453" is not connected.', { network: "eip155:8453" }],
    ['The network "solana:mainnet" is not connected.', { network: "solana:mainnet" }],
    [
      "is not in the table of eip155:31337",
      { asset: "0x00000000000000000000000000000000000000b1" },
    ],
    ["is not in the table of eip155:31337", { asset: "USDC" }],
    ["The seller's payee is not an address.", { payTo: "seller.eth" }],
    ["The seller's payee is not an address.", { payTo: `0x${"0".repeat(40)}` }],
    ["The seller's price is not a valid amount.", { amount: "0" }],
    ["The seller's price is not a valid amount.", { amount: "0.5" }],
    ["The seller's price is not a valid amount.", { amount: "-500000" }],
    ["The seller's price is not a valid amount.", { amount: "0x10" }],
    ["The seller's price is not a valid amount.", { amount: "9".repeat(16) }],
    ["The seller gives a payment less than 20 s.", { maxTimeoutSeconds: 19 }],
    ["The seller gives a payment less than 20 s.", { maxTimeoutSeconds: 60.5 }],
    [
      "The seller names the token differently than its contract.",
      { extra: { name: "USD Coin", version: "2" } },
    ],
    [
      "The seller's challenge is too long.",
      { extra: { name: "Test Dollar", note: "x".repeat(3_000) } },
    ],
  ])("is refused: %s", async (reason, change) => {
    const answer = await executor.quote(answerOf({}, [change]), request);
    expect(answer).toMatchObject({ kind: "unsupported", reason: expect.stringContaining(reason) });
  });

  it.each<[string, number, string | null, string]>([
    ["The seller did not ask for a payment.", 200, null, ""],
    [
      "The seller uses version 1 of x402, which is not supported.",
      402,
      null,
      JSON.stringify({ x402Version: 1, accepts: [] }),
    ],
    [
      "The seller uses version 1 of x402, which is not supported.",
      402,
      btoa(JSON.stringify({ x402Version: 1, accepts: [] })),
      "",
    ],
    ["The seller asked for a payment, but not by x402.", 402, null, "null"],
    [
      "The seller's challenge is not valid x402 version 2.",
      402,
      null,
      JSON.stringify({ x402Version: 2, accepts: [] }),
    ],
    ["The seller's challenge is not valid x402 version 2.", 402, "no base64!", ""],
    ["The seller's challenge is not valid x402 version 2.", 402, btoa("[]"), ""],
    ["The seller's challenge is not valid x402 version 2.", 402, btoa('{"x402Version":2}'), ""],
  ])("is refused: %s", async (reason, status, header, text) => {
    const headers = header === null ? {} : { "payment-required": header };
    const answer = { status, headers, body: new TextEncoder().encode(text) };
    expect(await executor.quote(answer, request)).toEqual({ kind: "unsupported", reason });
  });

  it("is refused for a challenge whose echo would be too long", async () => {
    const extensions = { bazaar: { info: { note: "x".repeat(9_000) }, schema: {} } };
    expect(await executor.quote(answerOf({ extensions }), request)).toEqual({
      kind: "unsupported",
      reason: "The seller's challenge is too long.",
    });
  });

  it.each([
    "http://seller.example/",
    "https://user@seller.example/",
    "https://seller.example/#part",
    `https://seller.example/${"x".repeat(1_024)}`,
    "no address",
  ])("is refused for the address %s", async (url) => {
    const answer = await executor.quote(answerOf({}), { ...request, url });
    expect(answer).toMatchObject({ kind: "unsupported" });
  });

  it("is refused for a listed token that has other decimals on the chain", async () => {
    const token = await chain.deploy(18);
    const answer = answerOf({}, [{ asset: token }]);
    await expect(executorOf([token]).quote(answer, request)).rejects.toMatchObject({
      code: "spend_executor_error",
      message: expect.stringContaining("has 18 decimals instead of 6"),
    });
  });

  it("passes over an endpoint that fails", async () => {
    const down = await rpcProxy(chain.rpcUrl, () => Promise.reject(new Error("down")));
    const quoted = await executorOf([chain.token], down, chain.rpcUrl).quote(answerOf({}), request);
    expect(quoted.kind).toBe("quoted");
  });

  it("is refused for a token whose names do not give its domain separator", async () => {
    const separator = toFunctionSelector("DOMAIN_SEPARATOR()");
    const rpcUrl = await rpcProxy(chain.rpcUrl, ({ method, params }, ask) => {
      const isSeparator = method === "eth_call" && JSON.stringify(params).includes(separator);
      return isSeparator ? keccak256("0x01") : ask();
    });
    await expect(executorOf([chain.token], rpcUrl).quote(answerOf({}), request)).rejects.toThrow(
      "signs with another domain",
    );
  });

  it("uses the token's names that were read first, whatever an endpoint reports later", async () => {
    const quoted = await executor.quote(answerOf({}), request);
    await chain.setCode(chain.token, "0x00");
    expect(await executor.quote(answerOf({}), request)).toMatchObject({
      kind: "quoted",
      quote: quoted.kind === "quoted" ? { terms: quoted.quote.terms } : {},
    });
  });
});
