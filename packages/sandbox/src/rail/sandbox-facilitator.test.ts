import { describe, expect, it } from "vitest";
import { connectedRail } from "./sandbox-rail.fixture.ts";

const validMs = 120_000;

async function payment(rail = connectedRail()) {
  const { payload, quote } = await rail.order();
  const requirements = quote?.terms["accepted"] as object;
  return { rail, requirements, presented: { x402Version: 2, payload: payload ?? {} } };
}

describe("the sandbox's facilitator", () => {
  it("settles an authorization once, also for concurrent sellers", async () => {
    const { rail, requirements, presented } = await payment();
    expect(await rail.facilitator.verify(presented, requirements)).toMatchObject({ isValid: true });
    const settled = await Promise.all(
      Array.from({ length: 10 }, () => rail.facilitator.settle(presented, requirements)),
    );
    expect(settled.filter(({ success }) => success)).toHaveLength(1);
    expect(await rail.balanceOf("sandbox:seller")).toBe(500_000n);
    expect(await rail.facilitator.verify(presented, requirements)).toMatchObject({
      invalidReason: "authorization_used",
    });
  });

  it("refuses an authorization that is forged, changed, late or another seller's", async () => {
    let time = Date.UTC(2027, 0, 1);
    const { rail, requirements, presented } = await payment(connectedRail({ now: () => time }));
    const { authorization, signature } = presented.payload as {
      readonly authorization: object;
      readonly signature: string;
    };
    const changed = (changes: object) => ({
      x402Version: 2,
      payload: { authorization: { ...authorization, ...changes }, signature },
    });
    const reasonOf = async (sent: typeof presented, required = requirements) =>
      (await rail.facilitator.settle(sent, required)).errorReason;
    expect(await reasonOf({ ...presented, x402Version: 1 })).toBe("invalid_payload");
    expect(await reasonOf({ x402Version: 2, payload: {} })).toBe("invalid_payload");
    expect(await reasonOf(changed({ value: "1" }))).toBe("invalid_signature");
    expect(await reasonOf(changed({ from: "sandbox:other" }))).toBe("invalid_signature");
    expect(await reasonOf(presented, { ...requirements, amount: "1" })).toBe("amount_mismatch");
    expect(await reasonOf(presented, { ...requirements, payTo: "other" })).toBe(
      "recipient_mismatch",
    );
    expect(await reasonOf(presented, { ...requirements, network: "eip155:8453" })).toBe(
      "invalid_payload",
    );
    time += validMs;
    expect(await reasonOf(presented)).toBe("expired");
    expect(await rail.balanceOf("sandbox:seller")).toBe(0n);
  });

  it("refuses more than the account has", async () => {
    const { rail, requirements, presented } = await payment(connectedRail({ balanceUsd: 0.4 }));
    expect(await rail.facilitator.settle(presented, requirements)).toMatchObject({
      success: false,
      errorReason: "insufficient_funds",
    });
  });

  it("names its network", async () => {
    const { kinds } = await connectedRail().facilitator.getSupported();
    expect(kinds).toEqual([{ x402Version: 2, scheme: "exact", network: "sandbox:local" }]);
  });
});
