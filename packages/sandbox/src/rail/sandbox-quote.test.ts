import type { PaidRequest } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { toHeader } from "./sandbox-bytes.ts";
import { connectedRail, shop } from "./sandbox-rail.fixture.ts";

const accepted = {
  scheme: "exact",
  network: "sandbox:local",
  asset: "sandbox:test-usd",
  amount: "500000",
  payTo: "sandbox:seller",
  maxTimeoutSeconds: 120,
};
const plain: PaidRequest = { url: `${shop}/x`, method: "GET", contentType: null, body: null };

async function reasonOf(required: object, status = 402): Promise<string | undefined> {
  const headers = { "payment-required": toHeader(required) };
  const answer = { status, headers, body: new Uint8Array() };
  const quoted = await connectedRail().executor.quote?.(answer, plain);
  return quoted?.kind === "unsupported" ? quoted.reason : undefined;
}

function challenge(...accepts: readonly object[]): object {
  return { x402Version: 2, resource: { url: plain.url, description: "A‮ report\n" }, accepts };
}

describe("a quote of the sandbox's rail", () => {
  it("takes a requirement for its own network only", async () => {
    expect(await reasonOf(challenge({ ...accepted, network: "eip155:8453" }, accepted))).toBe(
      undefined,
    );
    const wrong = [
      { ...accepted, network: "eip155:8453" },
      { ...accepted, scheme: "upto" },
      { ...accepted, asset: "usdc" },
      { ...accepted, amount: "-1" },
      { ...accepted, amount: "0.5" },
      { ...accepted, payTo: "" },
      { ...accepted, maxTimeoutSeconds: 19 },
    ];
    for (const requirement of wrong) {
      expect(await reasonOf(challenge(requirement))).toContain("accepts no payments on the test");
    }
    expect(await reasonOf({ x402Version: 1, accepts: [accepted] })).toContain("not by x402");
    expect(await reasonOf(challenge(accepted), 200)).toContain("did not ask");
  });

  it("shows the seller's description in one line, without bidirectional characters", async () => {
    const headers = { "payment-required": toHeader(challenge(accepted)) };
    const answer = { status: 402, headers, body: new Uint8Array() };
    const quoted = await connectedRail().executor.quote?.(answer, plain);
    expect(quoted).toMatchObject({ quote: { description: "A report" } });
  });

  it("repeats a body that it stored, with its type", async () => {
    const rail = connectedRail();
    const request: PaidRequest = {
      url: `${shop}/weather`,
      method: "POST",
      contentType: "application/json",
      body: '{"city":"Lisbon"}',
    };
    const quote = { ...(await rail.quote()) };
    const headers = {
      "payment-required": toHeader(challenge(quote.terms["accepted"] as object)),
    };
    const answer = { status: 402, headers, body: new Uint8Array() };
    const quoted = await rail.executor.quote?.(answer, request);
    if (quoted?.kind !== "quoted") throw new Error("No quote.");
    const order = await rail.order("/weather", { quote: quoted.quote });
    expect(await rail.executor.pay(order)).toMatchObject({ kind: "executed" });
    const [presented] = rail.presented;
    expect(presented?.headers.get("content-type")).toBe("application/json");
    expect(await presented?.text()).toBe('{"city":"Lisbon"}');
  });
});

describe("a seller outside of this process", () => {
  it("is refused without a function for other origins", async () => {
    const { outbound } = connectedRail().context;
    const request = { ...plain, headers: {}, timeoutMs: 1_000, maximumBytes: 1_000 };
    const { signal } = new AbortController();
    await expect(
      outbound({ ...request, url: "https://other.example", signal }),
    ).rejects.toMatchObject({ code: "address_refused" });
  });
});
