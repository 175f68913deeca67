import {
  sandboxOutbound,
  sandboxPurchases,
  sandboxRail,
  sandboxSeller,
  sandboxSellerOrigin,
} from "@agent-treasury/sandbox";
import { createTreasuryClient, type TreasuryState } from "@agent-treasury/sdk-client";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { demoBudget } from "./demo-budget.ts";
import { demoPeople } from "./demo-people.ts";
import { suggestedRules } from "./demo-rules.ts";
import { seedDemo, visitorToken } from "./seed-demo.ts";

const baseUrl = "http://localhost:3000";
/** Interrupts a start after every nth request. */
const stride = process.env["TEST_LONG"] === undefined ? 5 : 1;
const people = demoPeople();

interface EmptyDemo {
  readonly treasury: Treasury;
  /** Serves the treasury and the sandbox's page. */
  handler(request: Request): Promise<Response>;
}

function emptyDemo(): EmptyDemo {
  const rail = sandboxRail();
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: demoBudget,
    executors: { executor: rail.executor },
    outbound: sandboxOutbound({ [sandboxSellerOrigin]: sandboxSeller(rail.facilitator) }),
    paidFetch: { origins: [sandboxSellerOrigin] },
    recoverySeconds: false,
    authenticate: ({ headers }) => {
      const token = headers.get("authorization")?.slice("Bearer ".length);
      const [name] = Object.entries(people).find(([, other]) => other === token) ?? [];
      return name === undefined ? null : { name };
    },
  });
  const purchases = sandboxPurchases({
    baseUrl,
    rail,
    onRefund: ({ workspaceId, proposalId, id, amount }) =>
      treasury.recordSpendNotice({
        kind: "refunded",
        workspaceId,
        proposalId,
        refunds: [{ id, amount }],
      }),
  });
  const handler = async (request: Request): Promise<Response> =>
    (await purchases(request)) ?? treasury.handler(request);
  return { treasury, handler };
}

interface Requests {
  readonly count: number;
}

/** Fills it. The process stops after some requests, if a number is given. */
async function seed({ handler }: EmptyDemo, stopAfter = Infinity): Promise<Requests> {
  let count = 0;
  const send: typeof fetch = async (input, init) => {
    count += 1;
    if (count > stopAfter) throw new Error("The process stopped.");
    return handler(new Request(input, init));
  };
  await seedDemo({ baseUrl, fetch: send, maximumRetries: 0 }, people).catch((error: unknown) => {
    if (count <= stopAfter) throw error;
  });
  return { count };
}

function proposalsOf({ proposals }: TreasuryState): readonly object[] {
  return proposals
    .map(({ vendor, status, agentId, approvals: { given, needed } }) => ({
      vendor,
      status,
      agentId,
      given,
      needed,
    }))
    .toSorted((one, other) => one.vendor.localeCompare(other.vendor));
}

/** What a visitor sees, without ids and times. */
async function seen(treasury: Treasury): Promise<object> {
  const { allocations } = await treasury.allocations.list();
  const { actions } = await treasury.actions.list({ status: "pending" });
  const { standingApprovals } = await treasury.standingApprovals.list();
  const { credentials } = await treasury.credentials.list();
  return {
    demo: proposalsOf(await treasury.state()),
    studio: proposalsOf(await treasury.state("studio")),
    allocations: allocations.map(({ id, limitUsd, usedUsd }) => ({ id, limitUsd, usedUsd })),
    pending: actions.map(({ type, startedBy }) => ({ type, startedBy })),
    agents: credentials.filter(({ revokedAt }) => revokedAt === null).map(({ agentId }) => agentId),
    standing: standingApprovals.map(({ vendor, status, usedCount, approvals: { by } }) => ({
      vendor,
      status,
      usedCount,
      by: by.map(({ name }) => name),
    })),
    publications: (await treasury.rules.history()).publications.length,
  };
}

describe("the demo's example data", () => {
  it("shows allocations, spends that need approval, and rules that wait", async () => {
    const demo = emptyDemo();
    const { treasury } = demo;
    await seed(demo);
    expect(await seen(treasury)).toMatchObject({
      allocations: [
        { id: "operations", usedUsd: 35 },
        { id: "tools", limitUsd: 20, usedUsd: 17 },
        { id: "research", usedUsd: 18 },
      ],
      studio: [{ vendor: "Mailchimp", status: "pending", given: 0, needed: 1 }],
      pending: [{ type: "publish_rules", startedBy: "Grace" }],
      agents: ["scout", "buyer"],
      standing: [{ vendor: "GitHub", status: "active", usedCount: 1, by: ["Ada"] }],
    });
    const { proposals } = await treasury.state();
    expect(proposals.filter(({ status }) => status === "executed")).toHaveLength(8);
    const [large] = proposals.filter(({ approvals }) => approvals.needed === 2);
    expect(large).toMatchObject({ vendor: "Hetzner", agentId: "buyer", status: "pending" });

    const { changed } = await treasury.rules.replay({ rules: suggestedRules });
    expect(changed).toBe(3);
    const decide = (operator: string) =>
      treasury.decide({ proposalId: large?.id ?? "", decision: "approve", operator });
    expect(await decide("Ada")).toMatchObject({ status: "pending", approvals: { given: 1 } });
    expect(await decide("Grace")).toMatchObject({ status: "executed" });
  });

  it("has a credential for the visitor's agent, which buys at once, also at the next start", async () => {
    const demo = emptyDemo();
    await seed(demo);
    const service = {
      baseUrl,
      fetch: ((input, init) => demo.handler(new Request(input, init))) satisfies typeof fetch,
    };
    const before = await visitorToken(service, people);
    const token = await visitorToken(service, people);
    const buyWith = (own: string) => {
      const headers = { authorization: `Bearer ${own}` };
      const client = createTreasuryClient({ ...service, workspaceId: "demo", headers });
      const url = `${sandboxSellerOrigin}/weather`;
      return client.treasury.fetchPaid({ url, purpose: "the weather", idempotencyKey: own });
    };
    expect((await buyWith(token)).proposal).toMatchObject({ status: "executed" });
    await expect(buyWith(before)).rejects.toMatchObject({ status: 401 });
    const { actions } = await demo.treasury.actions.list({ status: "pending" });
    expect(actions.map(({ type }) => type)).toEqual(["publish_rules"]);
  });

  it("shows purchases: paid, of unknown outcome, waiting, and refunded", async () => {
    const demo = emptyDemo();
    await seed(demo);
    const { proposals, ledger } = await demo.treasury.state();
    const bought = proposals.filter(({ quote }) => quote !== null);
    expect(
      bought
        .map(({ status, amountUsd, refundedUsd }) => `${status} ${amountUsd} ${refundedUsd}`)
        .toSorted((left, right) => (left < right ? -1 : 1)),
    ).toEqual(["approved 1 0", "executed 0.5 0", "executed 0.5 0.5", "pending 10 0"]);
    expect(ledger[0]).toMatchObject({ type: "expense", amountUsd: 0.5 });
  });

  it("lets visitors approve all that it shows, and shows a spend that a limit stopped", async () => {
    const demo = emptyDemo();
    await seed(demo);
    const { treasury } = demo;
    const stopped = (await treasury.state()).proposals.filter(({ status }) => status === "denied");
    expect(stopped).toMatchObject([
      { vendor: "Gartner", failure: expect.stringContaining("exceeds the limit of $50.00") },
    ]);

    // The suggestion of the page that needs approval, and the one that policy approves.
    await treasury.propose({ amountUsd: 24, vendor: "Namecheap", purpose: "a domain" });
    const small = { amountUsd: 4, vendor: "Sticker Mule", purpose: "stickers" };
    const named = { ...small, operator: "Ada" };
    expect((await treasury.propose(named)).proposal.status).toBe("executed");
    const { proposals } = await treasury.state();
    const shown = proposals.filter(({ status }) => status === "pending");
    expect(shown).toHaveLength(4);
    for (const { id, approvals } of shown) {
      const deciders = ["Ada", "Grace"].slice(0, approvals.needed);
      for (const operator of deciders) {
        await treasury.decide({ proposalId: id, decision: "approve", operator });
      }
    }
    const decided = (await treasury.state()).proposals.filter(({ id }) =>
      shown.some((spend) => spend.id === id),
    );
    expect(decided.map(({ vendor, status, failure }) => ({ vendor, status, failure }))).toEqual(
      decided.map(({ vendor }) => ({ vendor, status: "executed", failure: null })),
    );
  });

  it("is added once, also if a start is interrupted after any request", async () => {
    const complete = emptyDemo();
    const { count } = await seed(complete);
    const expected = await seen(complete.treasury);
    expect((await seed(complete)).count).toBe(1);
    expect(await seen(complete.treasury)).toEqual(expected);
    for (let stop = 0; stop < count; stop += stride) {
      const demo = emptyDemo();
      await seed(demo, stop);
      await seed(demo);
      expect(await seen(demo.treasury), `stopped after ${stop} requests`).toEqual(expected);
    }
  });
});
