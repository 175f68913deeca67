import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../agent/test-model.fixture.ts";
import { paper } from "../agent/two-spends.fixture.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";
import type { SenderDecision } from "./approval-channel.ts";
import { type ChannelWorld, channelWorld, testChannel } from "./channel-world.fixture.ts";

const two = {
  version: 1,
  rules: [{ id: "two", then: { requireApprovals: { count: 2 } } }],
} as const;

const onPage = {
  version: 1,
  rules: [{ id: "page", then: { requireApprovals: { count: 1, page: true } } }],
} as const;

async function onThePage(world: ChannelWorld, person: string, proposalId: string): Promise<number> {
  const body = JSON.stringify({ workspaceId: "acme", proposalId, decision: "approve" });
  const headers = { authorization: `Bearer ${person}`, "content-type": "application/json" };
  const url = "http://localhost:3000/api/service/treasury/decide";
  return (await world.treasury.handler(new Request(url, { method: "POST", headers, body }))).status;
}

describe("a decision through a channel", () => {
  it("is rejected if the rules do not count it, also of an author of a standing approval", async () => {
    const world = channelWorld();
    const terms = { agentId: "buyer", vendor: "Namecheap", maximumUsd: 30, count: 5 };
    const endsAt = new Date(world.clock.now() + 86_400_000).toISOString();
    const standing = { workspaceId: "acme", ...terms, endsAt, operator: "ada" };
    await world.treasury.standingApprovals.create(standing);
    const then = { requireApprovals: { count: 2, page: true } };
    const rules = { version: 1, rules: [{ id: "page", then }] } as const;
    await publishedBy(world.treasury, { workspaceId: "acme", rules }, ["ada", "ben"]);
    const spend = { agentId: "buyer", amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
    const { proposal } = await world.treasury.propose({ workspaceId: "acme", ...spend });
    await world.settled();
    expect(await world.approvals(proposal.id)).toEqual(["ada"]);
    const { body } = await world.deliver(world.decision("U1"));
    expect(body).toMatchObject({ kind: "rejected", status: "pending" });
    expect(await world.approvals(proposal.id)).toEqual(["ada"]);
  });

  it("approves, and records channel, sender and person", async () => {
    const world = channelWorld();
    const id = await world.propose();
    const answered = await world.deliver(world.decision("U1", { comment: "Fine." }));
    expect(answered).toEqual({
      status: 200,
      body: { kind: "decided", text: "Approved by Ada and paid.", status: "executed" },
    });
    const { proposals } = await world.treasury.state("acme");
    expect(proposals[0]).toMatchObject({
      id,
      status: "executed",
      operator: "Ada",
      operatorVerified: true,
      comment: "Fine.",
      deniedThrough: null,
      approvals: { by: [{ name: "Ada", channel: "chat", passkey: false }] },
    });
    const page = { order: "newest", beyond: null, limit: 1 } as const;
    const docs = { kind: "proposal", before: null, limit: 1 };
    const { entries } = await world.storage.view("acme", docs, page);
    expect(JSON.stringify(entries[0]?.body)).toContain(String.raw`[\"chat\",\"U1\"]`);
    expect((await world.treasury.verify("acme")).valid).toBe(true);
  });

  it("denies, and shows through which channel", async () => {
    const world = channelWorld();
    await world.propose();
    const answered = await world.deliver(world.decision("U2", { decision: "deny" }));
    expect(answered.body).toMatchObject({ kind: "decided", text: "Denied by Ben." });
    const { proposals } = await world.treasury.state("acme");
    expect(proposals[0]).toMatchObject({ status: "denied", deniedThrough: "chat" });
  });

  it("can approve less", async () => {
    const world = channelWorld();
    await world.propose();
    await world.deliver(world.decision("U1", { approvedAmountUsd: 20 }));
    const { proposals, balanceUsd } = await world.treasury.state("acme");
    expect([proposals[0]?.approvedAmountUsd, balanceUsd]).toEqual([20, 980]);
  });

  it("counts towards two approvals with one on the page", async () => {
    const world = channelWorld(testChannel(), { rules: two });
    const id = await world.propose();
    const answered = await world.deliver(world.decision("U1"));
    expect(answered.body).toMatchObject({
      kind: "counted",
      text: "Your approval is recorded. Needed: 1 more approval.",
    });
    expect(await onThePage(world, "ben", id)).toBe(200);
    expect(await world.status(id)).toBe("executed");
  });

  it("counts once for a person who also decides on the page, in either order", async () => {
    for (const isFirst of [true, false]) {
      const world = channelWorld(testChannel(), { rules: two });
      const id = await world.propose();
      if (isFirst) await world.deliver(world.decision("U1"));
      await onThePage(world, "ada", id);
      const answered = isFirst ? null : await world.deliver(world.decision("U1"));
      if (answered !== null) expect(answered.body["kind"]).toBe("counted");
      expect([await world.status(id), await world.approvals(id)]).toEqual(["pending", ["Ada"]]);
    }
  });

  it("is answered alike when it is repeated, and not recorded again", async () => {
    const world = channelWorld(testChannel(), { rules: two });
    const id = await world.propose();
    const decision = world.decision("U1");
    const answers = await Promise.all([1, 2, 3].map(() => world.deliver(decision)));
    for (const { body } of answers) expect(body["kind"]).toBe("counted");
    expect([await world.status(id), await world.approvals(id)]).toEqual(["pending", ["Ada"]]);
  });

  it("does not restore a withdrawn approval when its delivery is repeated", async () => {
    const world = channelWorld(testChannel(), { rules: two });
    const proposalId = await world.propose();
    const decision = world.decision("U1", { deliveryId: "delivery-1" });
    expect((await world.deliver(decision)).body["kind"]).toBe("counted");
    await world.treasury.withdrawApproval({ workspaceId: "acme", proposalId, operator: "ada" });
    expect(await world.approvals(proposalId)).toEqual([]);
    expect((await world.deliver(decision)).body["kind"]).toBe("rejected");
    expect(await world.approvals(proposalId)).toEqual([]);
    const next = world.decision("U1", { deliveryId: "delivery-2" });
    expect((await world.deliver(next)).body["kind"]).toBe("counted");
  });

  it("resumes the turn that proposed the spend", async () => {
    const model = testModel(calls("propose_spend", paper), says("Bought."));
    const world = channelWorld(testChannel(), { model });
    const turn = await world.treasury.runTurn({ workspaceId: "acme", message: "Buy paper." });
    expect(turn.awaitingApproval).toBe(true);
    await world.settled();
    await world.deliver(world.decision("U1", { comment: "Go ahead." }));
    await model.askedTimes(2);
    expect(JSON.stringify(model.requests[1])).toContain("Go ahead.");
    await world.treasury.close();
  });

  it("is made before the turn may be resumed, which `authorize` can deny", async () => {
    const model = testModel(calls("propose_spend", paper), says("Bought."));
    const asked: string[] = [];
    const world = channelWorld(testChannel(), {
      model,
      authorize: ({ action, channel }) => {
        asked.push(`${action} ${channel}`);
        return action !== "resumeTurn";
      },
    });
    await world.treasury.runTurn({ workspaceId: "acme", message: "Buy paper." });
    await world.settled();
    const answered = await world.deliver(world.decision("U1"));
    expect(answered.body["kind"]).toBe("decided");
    await world.treasury.close();
    expect(asked).toEqual(["decideProposal chat", "resumeTurn chat"]);
    expect(model.requests).toHaveLength(1);
  });
});

describe("a delivery that decides nothing", () => {
  const cases: readonly [name: string, given: Partial<SenderDecision>, text: string | RegExp][] = [
    ["is from an unknown sender", { sender: "U3" }, /not in the table of people/u],
    ["names a property of every object", { sender: "constructor" }, /not in the table/u],
    ["names the prototype", { sender: "__proto__" }, /not in the table/u],
    ["has another digest", { digest: "0".repeat(64) }, /another spend/u],
    ["has an empty digest", { digest: "" }, /another spend/u],
    ["names another proposal", { proposalId: "prop_unknown" }, /does not exist/u],
    ["names another workspace", { workspaceId: "other" }, /does not exist/u],
    ["approves more than was proposed", { approvedAmountUsd: 25 }, /at most the proposed/u],
    ["decides something else", { decision: "pay" as "approve" }, /decision/u],
  ];
  it.each(cases)("%s", async (_name, given, text) => {
    const world = channelWorld();
    const id = await world.propose();
    const { status, body } = await world.deliver(world.decision("U1", given));
    expect([status, body["kind"]]).toEqual([200, "rejected"]);
    expect(body["text"]).toMatch(text);
    expect([await world.status(id), await world.approvals(id)]).toEqual(["pending", []]);
    expect(world.reported).toEqual([]);
  });

  it("has no signature, a wrong one, or another body than was signed", async () => {
    let isRead = false;
    const channel = testChannel();
    const world = channelWorld(channel);
    const id = await world.propose();
    const decision = world.decision("U1");
    for (const headers of [
      {},
      { "x-chat-signature": "" },
      { "x-chat-signature": "0".repeat(64) },
    ]) {
      expect((await world.deliver(decision, headers)).status).toBe(401);
    }
    const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    const url = "http://localhost:3000/api/service/channels/chat";
    const request = new Request(url, { method: "POST", body, duplex: "half" } as RequestInit);
    expect((await world.treasury.handler(request)).status).toBe(401);
    expect(isRead).toBe(false);
    expect(await world.status(id)).toBe("pending");
  });

  it("comes after the opposite decision, after expiry, or after a reset", async () => {
    const world = channelWorld(testChannel(), { proposalExpiryHours: 1 });
    const denied = await world.propose();
    await world.treasury.decide({ workspaceId: "acme", proposalId: denied, decision: "deny" });
    const late = await world.deliver(world.decision("U1"));
    expect(late.body).toMatchObject({ kind: "rejected", status: "denied" });

    const expired = await world.propose();
    const decision = world.decision("U1");
    world.clock.advance(2 * 3_600_000);
    const { body } = await world.deliver(decision);
    expect(body).toMatchObject({ kind: "rejected", text: expect.stringContaining("expired") });
    expect(await world.status(expired)).toBe("denied");

    await world.propose();
    const old = world.decision("U1");
    await world.treasury.reset({ workspaceId: "acme" });
    expect((await world.deliver(old)).body["kind"]).toBe("rejected");
    expect((await world.treasury.state("acme")).expenseUsd).toBe(0);
  });

  it("is not allowed by `authorize` or `rateLimit`, and shows no proposal to the sender", async () => {
    for (const rule of [{ authorize: () => false }, { rateLimit: () => 60 }]) {
      const world = channelWorld(testChannel(), rule);
      const id = await world.propose();
      const { body } = await world.deliver(world.decision("U1"));
      expect(body).toMatchObject({ kind: "rejected", status: null });
      expect([await world.status(id), await world.approvals(id)]).toEqual(["pending", []]);
    }
  });

  it("is authorized as the person of the table, with the proposal", async () => {
    const asked: object[] = [];
    const world = channelWorld(testChannel(), {
      authorize: ({ action, operator, workspaceId, proposal, channel }) => {
        asked.push({ action, operator, workspaceId, vendor: proposal?.vendor, channel });
        return operator?.groups?.includes("board") ?? false;
      },
    });
    const id = await world.propose();
    expect((await world.deliver(world.decision("U1"))).body["kind"]).toBe("rejected");
    expect(await world.status(id)).toBe("pending");
    expect((await world.deliver(world.decision("U2"))).body["kind"]).toBe("decided");
    const vendor = "Namecheap";
    expect(asked[0]).toEqual({
      action: "decideProposal",
      operator: { id: "ada", name: "Ada", groups: ["finance"] },
      workspaceId: "acme",
      vendor,
      channel: "chat",
    });
  });

  it("does not count by the rules, with what is missing in the response", async () => {
    const world = channelWorld(testChannel(), { rules: onPage });
    const id = await world.propose();
    const { body } = await world.deliver(world.decision("U1"));
    expect(body).toMatchObject({
      kind: "rejected",
      text: `The rules do not count your approval here. Needed: 1 more approval on the page. The page is http://localhost:3000/?workspace=acme&proposal=${id}`,
    });
    expect([await world.status(id), await world.approvals(id)]).toEqual(["pending", []]);
    expect(await onThePage(world, "ada", id)).toBe(200);
    expect(await world.status(id)).toBe("executed");
  });

  it("is frozen", async () => {
    const world = channelWorld();
    const id = await world.propose();
    await world.treasury.freezes.freeze({ workspaceId: "acme", scope: "workspace" });
    const { body } = await world.deliver(world.decision("U1"));
    expect(body).toMatchObject({ kind: "rejected", text: expect.stringContaining("frozen") });
    expect(await world.status(id)).toBe("pending");
  });

  it("has a channel with an error", async () => {
    const world = channelWorld();
    const id = await world.propose();
    const flawed: readonly object[] = [
      { evidence: { text: "x".repeat(1_100) } },
      { evidence: undefined },
      { digest: undefined },
      { sender: undefined },
    ];
    for (const given of flawed) {
      expect((await world.deliver({ ...world.decision("U1"), ...given })).status).toBe(500);
    }
    expect([await world.status(id), await world.approvals(id)]).toEqual(["pending", []]);
    expect(world.reported).toHaveLength(flawed.length);
  });

  it("meets a failure of the service, which is reported", async () => {
    let isDown = false;
    const rateLimit = (): null => {
      if (isDown) throw new Error("The counters are down.");
      return null;
    };
    const world = channelWorld(testChannel(), { rateLimit });
    const id = await world.propose();
    const decision = world.decision("U1");
    isDown = true;
    const { status, body } = await world.deliver(decision);
    expect([status, body["kind"]]).toEqual([200, "rejected"]);
    expect(body["text"]).toContain("Send it again");
    const cause = new Error("The counters are down.");
    expect(world.reported).toMatchObject([{ code: "access_check_failed", cause }]);
    isDown = false;
    expect((await world.deliver(decision)).body["kind"]).toBe("decided");
    expect(await world.status(id)).toBe("executed");
  });
});
