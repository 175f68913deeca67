import type { OutboundFetch, PaymentExecutor } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { channelWorld, testChannel } from "./channel-world.fixture.ts";

const two = {
  version: 1,
  rules: [{ id: "two", then: { requireApprovals: { count: 2 } } }],
} as const;

const notCalled: OutboundFetch = async () => {
  throw new Error("The request was sent.");
};

const minute = 60_000;
const hour = 60 * minute;

describe("a message of a channel", () => {
  it("is sent to a receiver with a long address", async () => {
    const target = `${"a".repeat(64)}@${"b".repeat(60)}.example.com`;
    const channel = testChannel({ targets: async () => [target] });
    const world = channelWorld(channel);
    await world.propose();
    expect(channel.sent.map(({ call }) => call.target)).toEqual([target]);
  });

  it("shows what the approver decides about", async () => {
    const channel = testChannel();
    const world = channelWorld(channel, { rules: two });
    const id = await world.propose();
    expect(channel.sent).toHaveLength(1);
    const { message, call } = channel.sent[0]!;
    expect(message).toMatchObject({
      kind: "requested",
      workspaceId: "acme",
      proposal: { id, amountUsd: 24, vendor: "Namecheap", approvals: { given: 0, needed: 2 } },
      balanceAfterUsd: 976,
      pageUrl: `http://localhost:3000/?workspace=acme&proposal=${id}`,
    });
    const ids = message.reasons.map(({ ruleId }) => ruleId);
    expect(ids).toEqual(["two", "auto-approve-under"]);
    expect(message.reasons[0]?.text).toBe("Requires 2 approvals (`two`).");
    expect(message.proposal.digest).toMatch(/^[0-9a-f]{64}$/u);
    expect(call).toMatchObject({ target: "", first: null });
  });

  it("shows screening's reason beside rules, and links to the configured page", async () => {
    const channel = testChannel();
    const approvalPageUrl = "https://app.example.com/money?team=1";
    const world = channelWorld(channel, { approvalPageUrl, rules: two });
    const purpose = "gift cards";
    const { proposal } = await world.treasury.propose({
      workspaceId: "acme",
      amountUsd: 24,
      vendor: "A",
      purpose,
    });
    await world.settled();
    const { reasons, pageUrl } = channel.sent[0]!.message;
    expect(proposal.verdict).toBe("review");
    expect(reasons.map(({ ruleId }) => ruleId)).toEqual(["two", null]);
    expect(reasons[1]?.text).toBe(proposal.reason);
    expect(pageUrl).toBe(`${approvalPageUrl}&workspace=acme&proposal=${proposal.id}`);
  });

  it("leaves the balance as it is for a request to a seller, which pays nothing", async () => {
    const channel = testChannel();
    // A request that needs approval is neither sent nor paid.
    const rail = { specificationVersion: "1", provider: "rail", mode: () => "test", quote: null };
    const executor = rail as unknown as PaymentExecutor;
    const paidFetch = { ask: true };
    const world = channelWorld(channel, {
      executors: { executor },
      outbound: notCalled,
      paidFetch,
    });
    const url = "https://weather.example/bern";
    const request = { url, purpose: "the weather", maximumUsd: 5 };
    await world.treasury.fetchPaid({ workspaceId: "acme", ...request });
    await world.settled();
    expect(channel.sent[0]?.message).toMatchObject({
      proposal: { vendor: "https://weather.example", quote: { rail: "request" } },
      balanceAfterUsd: 1_000,
    });
  });

  it("is not sent for a spend that policy decided, or that was decided before delivery", async () => {
    const channel = testChannel();
    const world = channelWorld(channel);
    await world.treasury.propose({ workspaceId: "acme", amountUsd: 5, vendor: "A", purpose: "b" });
    channel.answer = () => Promise.reject(new Error("It is down."));
    const proposalId = await world.propose();
    await world.treasury.decide({ workspaceId: "acme", proposalId, decision: "deny" });
    channel.answer = () => {};
    world.clock.advance(minute);
    await world.settled();
    expect([channel.sent, channel.updated]).toEqual([[], []]);
  });

  it("that fails is sent later, and blocks neither spends nor other messages", async () => {
    const channel = testChannel();
    const world = channelWorld(channel);
    channel.answer = ({ proposal }) => {
      if (proposal.amountUsd === 24) throw new Error("It is down.");
    };
    const id = await world.propose();
    const spend = { workspaceId: "acme", vendor: "A", purpose: "b" };
    const automatic = await world.treasury.propose({ ...spend, amountUsd: 5 });
    expect(automatic.proposal.status).toBe("executed");
    await world.treasury.propose({ ...spend, amountUsd: 25 });
    await world.settled();
    expect(channel.sent.map(({ message }) => message.proposal.amountUsd)).toEqual([25]);
    channel.answer = () => {};
    world.clock.advance(minute);
    await world.settled();
    expect(channel.sent.map(({ message }) => message.proposal.id)).toContain(id);
    expect(channel.sent).toHaveLength(2);
  });

  it("is updated after a decision on the page, and at each approval before", async () => {
    const channel = testChannel();
    const world = channelWorld(channel, { rules: two });
    const proposalId = await world.propose();
    const decide = async (person: string): Promise<void> => {
      const body = JSON.stringify({ workspaceId: "acme", proposalId, decision: "approve" });
      const headers = { authorization: `Bearer ${person}`, "content-type": "application/json" };
      const url = "http://localhost:3000/api/service/treasury/decide";
      const request = new Request(url, { method: "POST", headers, body });
      expect((await world.treasury.handler(request)).status).toBe(200);
      await world.settled();
    };
    await decide("ada");
    expect(channel.updated.map(({ message }) => message)).toMatchObject([
      { kind: "changed", proposal: { status: "pending", approvals: { by: [{ name: "Ada" }] } } },
    ]);
    await decide("ben");
    expect(channel.updated.at(-1)).toMatchObject({
      reference: { number: 1 },
      message: { proposal: { status: "executed", operator: "Ben" }, balanceAfterUsd: 976 },
    });
  });

  it("is updated after expiry, and reminders reply to the first message", async () => {
    const channel = testChannel();
    const world = channelWorld(channel, {
      remindAfterHours: 1,
      escalateAfterHours: 2,
      proposalExpiryHours: 3,
    });
    await world.propose();
    for (let passed = 0; passed < 3; passed += 1) {
      world.clock.advance(hour + minute);
      await world.settled();
      await world.settled();
    }
    expect(channel.sent.map(({ message, call }) => [message.kind, call.first])).toEqual([
      ["requested", null],
      ["reminder", { number: 1 }],
      ["escalated", { number: 1 }],
    ]);
    const last = channel.updated.slice(-3);
    expect(last.map(({ reference }) => reference)).toEqual([1, 2, 3].map((number) => ({ number })));
    for (const { message } of last) expect(message.proposal.status).toBe("denied");
  });

  it("of a channel that is used if no decision follows waits for the reminder", async () => {
    const channel = testChannel({}, { firstMessage: "reminder" });
    const world = channelWorld(channel, { remindAfterHours: 1, escalateAfterHours: 2 });
    const proposalId = await world.propose();
    await world.treasury.decide({ workspaceId: "acme", proposalId, decision: "deny" });
    const waiting = await world.propose();
    expect(channel.sent).toEqual([]);
    for (let passed = 0; passed < 2; passed += 1) {
      world.clock.advance(hour + minute);
      await world.settled();
      await world.settled();
    }
    const sent = channel.sent.map(({ message, call }) => [
      message.kind,
      message.proposal.id,
      call.first,
    ]);
    expect(sent).toEqual([
      ["reminder", waiting, null],
      ["escalated", waiting, { number: 1 }],
    ]);
    await world.treasury.decide({ workspaceId: "acme", proposalId: waiting, decision: "deny" });
    await world.settled();
    expect(channel.updated).toHaveLength(2);
  });

  it("goes to each target, whose failures are independent", async () => {
    const channel = testChannel({ targets: async (workspaceId) => [`${workspaceId}-a`, "b"] });
    const world = channelWorld(channel);
    let failures = 0;
    channel.answer = () => {
      failures += 1;
      if (failures === 1) throw new Error("It is down.");
    };
    await world.propose();
    expect(channel.sent).toHaveLength(1);
    world.clock.advance(minute);
    await world.settled();
    expect(channel.sent.map(({ call }) => call.target).toSorted()).toEqual(["acme-a", "b"]);
  });

  it("is sent once by two processes, and not again after a restart", async () => {
    const channel = testChannel();
    const first = channelWorld(channel);
    const second = channelWorld(channel, {}, first);
    channel.answer = async () => {
      await second.treasury.recover();
    };
    const id = await first.propose();
    await Promise.all([first.settled(), second.settled()]);
    expect(channel.sent).toHaveLength(1);
    channel.answer = () => {};
    const third = channelWorld(channel, {}, first);
    await third.settled();
    await third.treasury.decide({ workspaceId: "acme", proposalId: id, decision: "deny" });
    await third.settled();
    expect(channel.sent).toHaveLength(1);
    expect(channel.updated.map(({ message }) => message.proposal.status)).toEqual(["denied"]);
  });

  it("is sent for older pending spends after events expired, and by a new channel", async () => {
    const channel = testChannel();
    const former = channelWorld(testChannel({}, { id: "former" }));
    const id = await former.propose();
    former.clock.advance(8 * 24 * hour);
    expect(await former.storage.purge(former.clock.now(), 1_000)).toBeGreaterThan(0);
    const world = channelWorld(channel, {}, former);
    await world.propose();
    await world.settled();
    expect(channel.sent.map(({ message }) => message.proposal.id)).toContain(id);
    expect([channel.sent.length, world.reported]).toEqual([2, []]);
  });

  it("of a channel that waits is not sent for older spends before their reminder", async () => {
    const day = 24 * hour;
    const former = channelWorld(testChannel({}, { id: "former" }), { remindAfterHours: 24 });
    const reminded = await former.propose();
    former.clock.advance(2 * day);
    await former.settled();
    const later = channelWorld(
      testChannel({}, { id: "former" }),
      { remindAfterHours: 480 },
      former,
    );
    const waiting = await later.propose();
    former.clock.advance(8 * day);
    expect(await former.storage.purge(former.clock.now(), 1_000)).toBeGreaterThan(0);
    const channel = testChannel({}, { firstMessage: "reminder" });
    const world = channelWorld(channel, { remindAfterHours: 480 }, former);
    await world.propose();
    await world.settled();
    const sent = () => channel.sent.map(({ message }) => [message.kind, message.proposal.id]);
    expect(sent()).toEqual([["reminder", reminded]]);
    former.clock.advance(13 * day);
    await world.settled();
    await world.settled();
    expect(sent()).toContainEqual(["reminder", waiting]);
    expect(world.reported).toEqual([]);
  });

  it("with an unusable reference is reported, and not sent again", async () => {
    let count = 0;
    const channel = testChannel({
      send: async () => {
        count += 1;
        return { text: "x".repeat(1_100) };
      },
    });
    const world = channelWorld(channel);
    await world.propose();
    world.clock.advance(hour);
    await world.settled();
    expect(count).toBe(1);
    expect(String(world.reported)).toContain("has more than 1024 bytes");
  });
});
