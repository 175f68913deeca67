import { computeExposure } from "@agent-treasury/exposure";
import { createTreasury, operatorTokens, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";

const day = 86_400_000;
const start = Date.UTC(2026, 10, 2, 9);
const workspaceId = "acme";

const rules = {
  version: 1,
  rules: [
    { id: "few", then: { limit: { count: 3, per: "day" } } },
    { id: "week", then: { limit: { amountUsd: 60, per: "week" } } },
  ],
} as const;

interface Leak {
  readonly treasury: Treasury;
  readonly credentialId: string;
  readonly token: string;
  at(time: number): void;
}

/** A workspace whose external agent has an allocation, a known payee and a standing approval. */
async function leak(autoApprovePayees: "known" | "any" = "known"): Promise<Leak> {
  let time = start;
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: () => time }),
    clock: { now: () => time, monotonic: () => time - start, sleep: () => new Promise(() => {}) },
    recoverySeconds: false,
    autoApprovePayees,
    authenticate: operatorTokens(`Ada:${"0".repeat(64)}`),
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0 },
    exposure: computeExposure,
  });
  const operator = "Ada";
  await treasury.allocations.set({ workspaceId, id: "team", limitUsd: 25, per: "day" });
  await treasury.allocations.set({ workspaceId, id: "ads", parent: "team", limitUsd: 200 });
  await treasury.payees.add({ workspaceId, vendor: "aws", amountUsd: 3, operator });
  const endsAt = new Date(start + 30 * day).toISOString();
  const standing = { agentId: "buyer", vendor: "figma", maximumUsd: 20, count: 1, endsAt };
  await treasury.standingApprovals.create({ workspaceId, ...standing, operator });
  await treasury.rules.publish({ workspaceId, rules });
  const issued = await treasury.credentials.issue({
    workspaceId,
    agentId: "buyer",
    name: "Buyer",
    allocationId: "ads",
    expiresInDays: 2,
  });
  return {
    treasury,
    credentialId: issued.credential.id,
    token: issued.token,
    at: (next) => {
      time = next;
    },
  };
}

interface Purchase {
  readonly amountUsd: number;
  readonly vendor: string;
}

/** Returns what was paid at once. */
async function propose({ treasury, token }: Leak, key: string, spend: Purchase): Promise<number> {
  const response = await treasury.handler(
    new Request("http://localhost:3000/api/service/treasury/proposals", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ ...spend, purpose: "servers", idempotencyKey: key }),
    }),
  );
  if (response.status === 401) return Number.NaN;
  const { proposal } = (await response.json()) as { proposal?: { status: string } };
  return proposal?.status === "executed" ? spend.amountUsd : 0;
}

async function exposureOf({ treasury, credentialId }: Leak) {
  const asked = { start: "now", horizon: "week", credentialId } as const;
  const { exposure } = await treasury.rules.validate({ workspaceId, rules, exposure: asked });
  return exposure;
}

/** On each of the three days, first the largest amounts. */
async function greedy(leaked: Leak): Promise<number> {
  let spent = 0;
  for (const hours of [0, 15, 39]) {
    leaked.at(start + hours * 3_600_000);
    for (const amountUsd of [20, 8.3, 6, 1]) {
      for (const vendor of ["shop", "store", "market", "A  WS", "AWS", "figma"]) {
        const key = `${hours} ${vendor} ${amountUsd}`;
        spent += await propose(leaked, key, { amountUsd, vendor });
      }
    }
  }
  return spent;
}

describe("the exposure of a leaked credential", () => {
  it("is what its token can spend in the service", async () => {
    const leaked = await leak();
    const exposure = await exposureOf(leaked);
    expect(exposure).toMatchObject({ problem: null, agentId: "buyer", reachedUsd: 60 });
    expect(exposure?.provedUsd).toBe(60);
    let spent = 0;
    for (const [index, { at, amountUsd, vendor, allocationId }] of exposure?.spends.entries() ??
      []) {
      expect(allocationId).toBe("ads");
      leaked.at(Date.parse(at));
      spent += await propose(leaked, `spend-${index}`, { amountUsd, vendor });
    }
    expect(spent).toBeCloseTo(60, 6);
    leaked.at(start + 2 * day);
    expect(await propose(leaked, "late", { amountUsd: 1, vendor: "aws" })).toBeNaN();
  });

  it("is passed by no greedy token, unless policy pays unknown payees", async () => {
    const leaked = await leak();
    const proved = (await exposureOf(leaked))?.provedUsd ?? 0;
    expect(await greedy(leaked)).toBeLessThanOrEqual(proved);
    const known = { ...rules, rules: [rules.rules[0]] } as const;
    const [strict, loose] = [await leak(), await leak("any")];
    for (const { treasury } of [strict, loose])
      await treasury.rules.publish({ workspaceId, rules: known });
    const asked = { start: "now", horizon: "week", credentialId: strict.credentialId } as const;
    const bound = await strict.treasury.rules.validate({
      workspaceId,
      rules: known,
      exposure: asked,
    });
    expect(await greedy(strict)).toBeLessThanOrEqual(bound.exposure?.provedUsd ?? 0);
    expect(await greedy(loose)).toBeGreaterThan(bound.exposure?.provedUsd ?? 0);
  });

  it("is unknown for a credential that is revoked, and for that of a meter", async () => {
    const leaked = await leak();
    const { treasury, credentialId } = leaked;
    const meter = await treasury.credentials.issue({
      workspaceId,
      agentId: "meter",
      name: "Meter",
      role: "meter",
    });
    const ofMeter = await exposureOf({ ...leaked, credentialId: meter.credential.id });
    expect(ofMeter?.problem).toContain("of a meter");
    await treasury.credentials.revoke({ workspaceId, credentialId });
    expect((await exposureOf(leaked))?.problem).toContain("was revoked");
  });
});
