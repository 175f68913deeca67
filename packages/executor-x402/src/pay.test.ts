import type { JsonObject } from "@agent-treasury/provider";
import { anvilBinary, paysOnce, sunny, testClock, testNetwork } from "evm-for-tests";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type PreparedAuthorization, readAuthorization } from "./authorization/authorization.ts";
import { typedDataOf } from "./authorization/typed-data.ts";
import { readTerms } from "./quote/quote-terms.ts";
import { testRail } from "./test-rail.fixture.ts";

describe.skipIf(anvilBinary === null)("paying a seller", () => {
  const at = paysOnce("x402", testRail);
  afterEach(() => void vi.restoreAllMocks());

  it("repeats the body of the request", async () => {
    const order = await at.rail.order({ method: "POST", contentType: "text/plain", body: "?" });
    const outcome = await at.rail.executor.pay(order);
    expect(outcome).toMatchObject({ resource: { body: new TextEncoder().encode("Sunny?") } });
    const [unpaid, paid] = at.rail.seller.requests;
    expect([paid?.method, paid?.body, paid?.headers["content-type"]]).toEqual([
      unpaid?.method,
      "?",
      "text/plain",
    ]);
  });

  it("is repeatable after a lost request, and then paid once", async () => {
    const order = await at.rail.order();
    at.rail.seller.behave = () => null;
    expect(await at.rail.executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(await at.rail.executor.find(order)).toEqual({ kind: "repeatable" });
    at.rail.seller.behave = (_request, honest) => honest();
    expect((await at.rail.create().pay(order)).kind).toBe("executed");
    expect(
      new Set(at.rail.seller.paid.map(({ headers }) => headers["payment-signature"])).size,
    ).toBe(1);
    expect(await at.payments()).toHaveLength(1);
  });

  it("is in progress until the payment is deep enough, and keeps the resource", async () => {
    const network = { mode: "test", tokens: [at.chain.token], depth: 2 } as const;
    const executor = at.rail.create({ networks: { [testNetwork]: network }, timeoutSeconds: 5 });
    const order = await at.rail.order();
    expect(await executor.pay(order)).toMatchObject({ kind: "in_progress" });
    await at.chain.mine(1);
    expect(await executor.find(order)).toMatchObject({
      kind: "executed",
      resource: { body: sunny },
    });
  });

  it("is not executed when the seller delivers without collecting", async () => {
    const order = await at.rail.order();
    at.rail.seller.behave = () => ({ status: 200, body: "Sunny" });
    const executor = at.rail.create({ timeoutSeconds: 0.3 });
    expect(await executor.pay(order)).toMatchObject({ kind: "in_progress" });
    expect(await at.payments()).toEqual([]);
  });

  it("returns no error of the seller as the resource", async () => {
    const order = await at.rail.order();
    at.rail.seller.behave = async (_request, honest) => {
      await honest();
      return { status: 500, body: "Try again" };
    };
    const outcome = await at.rail.executor.pay(order);
    expect(outcome.kind).toBe("executed");
    expect(outcome).not.toHaveProperty("resource");
  });

  it("returns no half of an answer that is too long", async () => {
    const order = await at.rail.order();
    at.rail.seller.behave = async (_request, honest) => {
      const { status, headers } = await honest();
      return { status, headers: { ...headers }, body: new Uint8Array(8_388_609) };
    };
    const outcome = await at.rail.executor.pay(order);
    expect(outcome.kind).toBe("executed");
    expect(outcome).not.toHaveProperty("resource");
  });

  it("returns one answer of 1 MiB, of several that are received at the same time", async () => {
    const order = await at.rail.order();
    let answers = 0;
    at.rail.seller.behave = async ({ headers }, honest) => {
      const { status, headers: ofAnswer = {} } = await honest();
      if (headers["payment-signature"] === undefined) return { status, headers: ofAnswer };
      answers += 1;
      return { status: 200, headers: {}, body: new Uint8Array(1_048_576).fill(answers) };
    };
    await Promise.all([at.rail.create().pay(order), at.rail.create().pay(order)]);
    expect(answers).toBe(2);
    const found = await at.rail.executor.find(order);
    const resource = found.kind === "executed" ? found.resource : undefined;
    const parts: Uint8Array[] = [resource?.body ?? new Uint8Array()];
    for await (const part of resource?.rest ?? []) parts.push(part);
    expect(Math.max(...parts.map(({ length }) => length))).toBe(262_144);
    const whole = Buffer.concat(parts);
    expect(whole.length).toBe(1_048_576);
    expect(new Set(whole).size).toBe(1);
  });

  it("presents nothing shortly before the authorization ends", async () => {
    const order = await at.rail.order();
    const clock = testClock(order.heldAt + 295_000);
    expect(await at.rail.create({ clock }).pay(order)).toMatchObject({ kind: "in_progress" });
    expect(at.rail.seller.paid).toEqual([]);
  });

  it("presents nothing without a committed authorization, or for another order", async () => {
    const order = await at.rail.order();
    const other = await at.rail.order();
    /** Another payment with the same nonce, signed by the account itself. */
    const signed = async (change: Partial<PreparedAuthorization>): Promise<JsonObject> => {
      const authorization = readAuthorization(order.payload);
      if (authorization === null) throw new Error("Nothing was prepared.");
      const altered = { ...authorization, ...change };
      const typedData = typedDataOf(readTerms(order.quote), altered);
      return { ...altered, signature: await at.rail.account.signTypedData(typedData) };
    };
    for (const wrong of [
      { ...order, payload: await signed({ to: at.rail.account.address }) },
      { ...order, payload: await signed({ value: "400000" }) },
      { ...order, payload: null },
      { ...order, payload: other.payload },
      { ...order, payload: { ...order.payload, signature: other.payload?.["signature"] ?? "" } },
      { ...order, proposalId: "prop_other" },
      { ...order, workspaceId: "other" },
      { ...order, amount: other.amount + 1n } as typeof order,
      { ...order, payload: { ...order.payload, value: "1" } },
    ]) {
      await expect(at.rail.executor.pay(wrong)).rejects.toMatchObject({
        code: "spend_executor_error",
      });
    }
    expect(at.rail.seller.paid).toEqual([]);
  });

  it("signs nothing for another amount, after the quote's end, or too late", async () => {
    const held = await at.rail.hold();
    const sign = vi.spyOn(at.rail.account, "signTypedData");
    for (const [wrong, executor] of [
      [{ ...held, amount: (held.amount - 1n) as typeof held.amount }, at.rail.executor],
      [{ ...held, heldAt: held.quote?.expiresAt ?? 0 }, at.rail.executor],
      [held, at.rail.create({ clock: testClock(held.heldAt + 291_000) })],
      [{ ...held, quote: null }, at.rail.executor],
    ] as const) {
      await expect(executor.prepare?.(wrong)).rejects.toMatchObject({
        code: "spend_executor_error",
      });
    }
    expect(sign).not.toHaveBeenCalled();
  });

  it("reports a missing balance, and an account that is not a plain key", async () => {
    const held = await at.rail.hold();
    const preflight = (amount = held.amount) => at.rail.executor.preflight?.({ ...held, amount });
    expect(await preflight()).toEqual({ kind: "ready" });
    expect(await preflight((held.amount * 100n) as typeof held.amount)).toEqual({
      kind: "insufficient_funds",
      reason: `The account on ${testNetwork} has $10.00 of $50.00.`,
    });
    const other = at.rail.create({ rpcUrls: { "eip155:84532": ["http://127.0.0.1:9"] } });
    expect(await other.preflight?.(held)).toMatchObject({ kind: "unsupported" });
    await at.chain.setCode(at.rail.account.address, "0x00");
    expect(await preflight()).toMatchObject({ kind: "unsupported" });
  });

  it("discloses the private key to nothing", async () => {
    const logged = ["log", "info", "warn", "error"].map((name) =>
      vi.spyOn(console, name as "log").mockImplementation(() => {}),
    );
    const order = await at.rail.order();
    const outcome = await at.rail.executor.pay(order);
    const failed = await at.rail.executor
      .pay({ ...order, payload: null })
      .catch((error: Error) => [error.message, error.stack, error.cause]);
    const everything = JSON.stringify(
      [
        order,
        outcome,
        failed,
        at.rail.seller.requests,
        [...at.rail.store.values],
        logged.map(({ mock }) => mock.calls),
      ],
      (_key, value) => (typeof value === "bigint" ? value.toString() : value),
    );
    const headers = at.rail.seller.paid.map(({ headers: sent }) =>
      atob(String(sent["payment-signature"])),
    );
    expect(headers).toHaveLength(1);
    expect(`${everything}${headers.join()}`.toLowerCase()).not.toContain(
      at.rail.privateKey.slice(2),
    );
  });
});
