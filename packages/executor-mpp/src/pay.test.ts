import type { SpendOrder } from "@agent-treasury/provider";
import { anvilBinary, paysOnce, sunny, testGasAccount } from "evm-for-tests";
import { Challenge } from "mppx";
import { describe, expect, it } from "vitest";
import { plainGet, testRail } from "./test-rail.fixture.ts";

/** What a quote pins. */
function challengeOf({ quote }: SpendOrder): string {
  const accepted = quote?.terms["accepted"] as { readonly challenge: string } | undefined;
  return accepted?.challenge ?? "";
}

describe.skipIf(anvilBinary === null)("paying a server of mppx", () => {
  const at = paysOnce("mpp", testRail);
  const credentials = () =>
    at.rail.seller.requests.flatMap(({ headers }) => headers.authorization ?? []);

  it("presents one credential, however often the seller asks for another", async () => {
    const order = await at.rail.order();
    const { behave } = at.rail.seller;
    at.rail.seller.behave = async (request, honest) => {
      await behave(request, honest);
      const { authorization: _, ...headers } = request.headers;
      return behave({ ...request, headers }, honest);
    };
    expect(await at.rail.executor.pay(order)).toMatchObject({ kind: "executed" });
    expect(new Set(credentials()).size).toBe(1);
    expect(await at.payments()).toHaveLength(1);
  });

  it("is canceled on the chain, and never paid afterwards", async () => {
    const executor = at.rail.create({ gasAccount: testGasAccount });
    const order = await at.rail.order();
    expect(await executor.find(order)).toEqual({ kind: "repeatable" });
    await executor.cancel?.(order);
    expect(await executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(await at.payments()).toEqual([]);
  });

  it("is presented by the deployment that signed it alone", async () => {
    const order = await at.rail.order();
    const restored = { ...order, payload: { ...order.payload, deploymentId: "d2" } };
    await expect(at.rail.executor.pay(restored)).rejects.toThrow("belongs to another deployment");
    expect(await at.payments()).toEqual([]);
    expect(credentials()).toEqual([]);
  });

  it("ends with its challenge", async () => {
    const order = await at.rail.order();
    const { terms, expiresAt = 0 } = order.quote ?? {};
    const validUntil = Number(terms?.["validUntil"]);
    expect(Number(order.payload?.["validBefore"])).toBe(validUntil);
    expect(expiresAt).toBe((validUntil - 20) * 1_000);
    const late = { ...order, heldAt: expiresAt, payload: null };
    await expect(at.rail.executor.prepare?.(late)).rejects.toThrow("expired");
  });

  it("pays one proposal for each challenge", async () => {
    const held = await at.rail.hold();
    const other = { ...held, proposalId: "prop_other" };
    const [first, second] = await Promise.allSettled(
      [held, other].map(async (order) => at.rail.create().prepare?.(order)),
    );
    const prepared = [first, second].filter((one) => one?.status === "fulfilled");
    expect(prepared).toHaveLength(1);
    const challenge = challengeOf(held);
    at.rail.seller.behave = () => ({ status: 402, headers: { "www-authenticate": challenge } });
    const reason = "The seller's challenge is of another payment. Request a new one.";
    expect(await at.rail.quote()).toEqual({ kind: "unsupported", reason });
  });

  it("quotes no challenge whose nonce the account used", async () => {
    const order = await at.rail.order();
    await at.rail.executor.pay(order);
    const challenge = challengeOf(order);
    const deployment = await testRail(at.chain);
    const executor = deployment.create({ account: at.rail.account });
    deployment.seller.behave = () => ({ status: 402, headers: { "www-authenticate": challenge } });
    const url = `${deployment.seller.origin}/`;
    const answer = { status: 402, headers: { "www-authenticate": challenge }, body: sunny };
    const request = { url, method: "GET", contentType: null, body: null } as const;
    expect(await executor.quote(answer, request)).toMatchObject({ kind: "unsupported" });
  });

  it("is presented in the header that the seller names", async () => {
    const { behave } = at.rail.seller;
    const asked: (string | undefined)[] = [];
    at.rail.seller.behave = async (request, honest) => {
      asked.push(request.headers["payment-authorization"] as string | undefined);
      const answer = await behave(request, honest);
      const challenge = Challenge.deserialize(String(answer?.headers?.["www-authenticate"]));
      const named = Challenge.serialize({ ...challenge, header: "Payment-Authorization" });
      return { status: 402, headers: { "www-authenticate": named } };
    };
    const order = await at.rail.order();
    await at.rail.create({ timeoutSeconds: 1 }).pay(order);
    expect(asked.at(-1)).toMatch(/^Payment /);
    expect(await at.payments()).toEqual([]);
  });

  it("is chosen among other methods of the seller", async () => {
    const { behave } = at.rail.seller;
    at.rail.seller.behave = async (request, honest) => {
      const answer = await behave(request, honest);
      const challenge = answer?.headers?.["www-authenticate"];
      if (challenge === undefined) return answer;
      const other = challenge.replace('method="evm"', 'method="tempo"');
      return {
        status: 402,
        headers: { "www-authenticate": `Bearer realm="a", ${other}, ${challenge}` },
      };
    };
    expect(await at.rail.executor.pay(await at.rail.order())).toMatchObject({ kind: "executed" });
  });

  it.each([
    ["another method", { method: "tempo" }, "tempo/charge"],
    ["another intent", { intent: "session" }, "evm/session"],
    ["an unknown header", { header: "cookie" }, "unknown header"],
    ["an invalid request", { request: {} }, "not valid"],
    ["the past", { expires: "2020-01-01T00:00:00Z" }, "less than 20 s"],
  ])("is not paid by a challenge with %s", async (_, change, reason) => {
    const challenge = Challenge.deserialize(challengeOf(await at.rail.hold()));
    const changed = Challenge.serialize({ ...challenge, id: "another", ...change });
    at.rail.seller.behave = () => ({ status: 402, headers: { "www-authenticate": changed } });
    const answer = await at.rail.quote();
    expect(answer).toMatchObject({
      kind: "unsupported",
      reason: expect.stringContaining(reason) as unknown,
    });
  });

  it.each([
    [
      "splits",
      { splits: [{ amount: "1", recipient: "0x5e11e70000000000000000000000000000000001" }] },
      "EIP-3009",
    ],
    ["another chain", { chainId: 1 }, "not connected"],
    ["other credentials", { credentialTypes: undefined }, "EIP-3009"],
  ])("is not paid by a charge with %s", async (_, details, reason) => {
    const challenge = Challenge.deserialize(challengeOf(await at.rail.hold()));
    const methodDetails = { ...(challenge.request["methodDetails"] as object), ...details };
    const request = { ...challenge.request, methodDetails };
    const changed = Challenge.serialize({ ...challenge, id: "another", request });
    at.rail.seller.behave = () => ({ status: 402, headers: { "www-authenticate": changed } });
    expect(await at.rail.quote()).toMatchObject({
      kind: "unsupported",
      reason: expect.stringContaining(reason) as unknown,
    });
  });

  it("is not paid by a challenge that cannot be sent back", async () => {
    const challenge = challengeOf(await at.rail.hold());
    const twoLines = challenge.replace(/description="[^"]*"/, String.raw`description="a\u000ab"`);
    const answer = { status: 402, headers: { "www-authenticate": twoLines }, body: sunny };
    const request = { ...plainGet, url: `${at.rail.seller.origin}/` };
    expect(await at.rail.executor.quote(answer, request)).toEqual({
      kind: "unsupported",
      reason: "The seller asked for a payment, but not by MPP.",
    });
  });

  it("does not pay by x402 what was quoted by MPP", async () => {
    const held = await at.rail.hold();
    const quote = held.quote && { ...held.quote, rail: "x402" };
    await expect(at.rail.executor.prepare?.({ ...held, quote })).rejects.toThrow(
      "another executor",
    );
  });
});
