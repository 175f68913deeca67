import type { IncomingMovement } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { toHeader } from "./sandbox-bytes.ts";
import { connectedRail } from "./sandbox-rail.fixture.ts";
import type { SandboxPayment, SandboxSaleOptions } from "./sandbox-sales.ts";

const options: SandboxSaleOptions = {
  workspaceId: "studio",
  description: "Report",
  priceUsd: 0.5,
  payTo: "sandbox:seller",
  network: "sandbox:local",
};

/** A payment for the price of `options`, as a buyer sends it. */
async function presented(rail = connectedRail()) {
  const { payload } = await rail.order();
  const sale = await rail.seller.sell(options)();
  const read = (sent: unknown): Promise<SandboxPayment | string> =>
    sale.read(toHeader({ x402Version: 2, payload: sent }));
  const payment = await read(payload);
  if (typeof payment === "string") throw new Error(payment);
  return { rail, payload, payment, read };
}

describe("a sale on the sandbox's rail", () => {
  it("collects a payment once, and counts it from then on", async () => {
    const { rail, payment } = await presented();
    const movement = payment.movement();
    expect(movement).toMatchObject({ workspaceId: "studio", amount: 500_000n });
    expect(await rail.seller.find(movement)).toMatchObject({ kind: "pending" });
    expect(await payment.receipt()).toBeNull();
    const settled = await Promise.all([payment.settle(), payment.settle(), payment.settle()]);
    expect(settled.map(({ kind }) => kind)).toEqual(["settled", "settled", "settled"]);
    expect(await rail.balanceOf("sandbox:seller")).toBe(500_000n);
    expect(await rail.seller.find(movement)).toEqual({ kind: "counted", reviewAfterMs: null });
    expect(await payment.receipt()).toMatchObject({ success: true });
  });

  it("accepts no payment that is forged, changed or for another price", async () => {
    const { rail, payload, read } = await presented();
    const { authorization } = payload as { readonly authorization: object };
    const { payload: other } = await rail.order("/forecast");
    const changed = { ...authorization, validBefore: "99999999999" };
    for (const sent of [
      {},
      other,
      { ...payload, signature: "0".repeat(64) },
      { ...payload, authorization: changed },
    ]) {
      expect(typeof (await read(sent))).toBe("string");
    }
    const sale = await rail.seller.sell(options)();
    expect(typeof (await sale.read("no header"))).toBe("string");
  });

  it("reads the `payment-identifier`, and refuses one that is not valid", async () => {
    const { rail, payload, payment } = await presented();
    expect(payment.identifier).toBeNull();
    const sale = await rail.seller.sell(options)();
    const named = (id: unknown) =>
      sale.read(
        toHeader({
          x402Version: 2,
          payload,
          extensions: { "payment-identifier": { info: { required: false, id } } },
        }),
      );
    expect(await named("buyer_1234567890abcdef")).toMatchObject({
      identifier: "buyer_1234567890abcdef",
    });
    expect(await named("short")).toContain("`payment-identifier`");
  });

  it("ends a payment that does not arrive, and another than was announced", async () => {
    let time = Date.UTC(2027, 0, 1);
    const { rail, payment } = await presented(connectedRail({ now: () => time }));
    const movement = payment.movement();
    const other: IncomingMovement = { ...movement, amount: movement.amount };
    time += 119_999;
    expect(await rail.seller.find(movement)).toMatchObject({ kind: "pending" });
    time += 1;
    expect(await rail.seller.find(movement)).toMatchObject({ kind: "gone" });
    expect(await payment.settle()).toMatchObject({ kind: "refused" });
    const late = await presented(rail);
    await late.payment.settle();
    const found = { ...other, details: late.payment.movement().details };
    expect(await rail.seller.find(found)).toMatchObject({ kind: "gone" });
  });

  it("rejects options of another network, price or account", () => {
    const { seller } = connectedRail();
    for (const wrong of [{ network: "eip155:8453" }, { priceUsd: 0 }, { payTo: "" }]) {
      expect(() => seller.sell({ ...options, ...wrong })).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
    }
  });
});
