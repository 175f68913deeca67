import type { Proposal, TreasuryOptions } from "@agent-treasury/treasury-core";
import type { TestFramework } from "../conformance/test-framework.ts";
import { canDecide, type ChannelService, channelService, twoApprovals } from "./channel-service.ts";
import type { ChannelConformanceOptions, ChannelTest, SignedDelivery } from "./channel-test.ts";

function approvers({ approvals }: Proposal): (string | null)[] {
  return approvals.by.map(({ name }) => name);
}

function hasApproval(proposal: Proposal): boolean {
  return proposal.approvals.given > 0;
}

function isDecided({ status }: Proposal): boolean {
  return status !== "pending";
}

/** A test that is omitted for a channel that only sends. */
function deciding(
  name: string,
  options: Partial<TreasuryOptions>,
  run: (
    service: ChannelService,
    expect: TestFramework["expect"],
    channel: ChannelConformanceOptions,
  ) => Promise<void>,
): ChannelTest {
  return {
    name,
    run: async (channel, expect) => {
      const service = await channelService(channel, options);
      if (canDecide(service.standIn)) await run(service, expect, channel);
      await service.close();
    },
  };
}

export const decidingTests: readonly ChannelTest[] = [
  deciding(
    "approves as the sender's person, and closes the message",
    {},
    async (service, expect) => {
      const { id } = await service.propose();
      const [ada] = service.senders;
      expect(await service.deliver(service.press(ada))).toBe(200);
      const { status, operator, operatorVerified, approvals } = await service.until(id, isDecided);
      expect([status, operator, operatorVerified]).toEqual(["executed", "Ada", true]);
      expect(approvals.by[0]?.channel).toBe(service.standIn.channel.id);
      await service.settled();
      const messages = service.standIn.messages();
      expect(messages.filter(({ isOpen }) => isOpen)).toEqual([]);
      expect(messages.some(({ text }) => text.includes("Ada"))).toBe(true);
      expect(service.failures.map(String)).toEqual([]);
    },
  ),

  deciding("denies", {}, async (service, expect) => {
    const { id } = await service.propose();
    const [, ben] = service.senders;
    expect(await service.deliver(service.press(ben, { decision: "deny" }))).toBe(200);
    const { status, operator, deniedThrough } = await service.until(id, isDecided);
    const { id: channelId } = service.standIn.channel;
    expect([status, operator, deniedThrough]).toEqual(["denied", "Ben", channelId]);
  }),

  deciding("counts two persons, and shows the first one", twoApprovals, async (service, expect) => {
    const { id } = await service.propose();
    const [ada, ben] = service.senders;
    await service.deliver(service.press(ada));
    expect(approvers(await service.until(id, hasApproval))).toEqual(["Ada"]);
    await service.settled();
    expect(service.standIn.messages()[0]?.text.includes("Ada")).toBe(true);
    expect(service.standIn.messages()[0]?.isOpen).toBe(true);
    await service.deliver(service.press(ben));
    const { status } = await service.until(id, isDecided);
    expect(status).toBe("executed");
  }),

  deciding("counts one person once", twoApprovals, async (service, expect) => {
    const { id } = await service.propose();
    const [ada] = service.senders;
    const delivery = service.press(ada);
    await Promise.all([service.deliver(delivery), service.deliver(delivery)]);
    await service.until(id, hasApproval);
    await service.deliver(delivery);
    await service.deliver(service.press(ada));
    const proposal = await service.last(id);
    expect([proposal.status, approvers(proposal)]).toEqual(["pending", ["Ada"]]);
    expect(service.failures.map(String)).toEqual([]);
  }),
];

/** Each delivery decides nothing. */
export const refusingTests: readonly ChannelTest[] = [
  deciding(
    "rejects deliveries whose signature is missing or wrong",
    {},
    async (service, expect) => {
      const { id } = await service.propose();
      const [ada] = service.senders;
      const { headers, body } = service.press(ada);
      const denial = service.press(ada, { decision: "deny" });
      const names = Object.keys(headers).filter((name) => /sign/i.test(name));
      const forged: readonly SignedDelivery[] = [
        { headers: {}, body },
        { headers: denial.headers, body },
        { headers, body: denial.body },
        ...names.map((name) => ({ headers: { ...headers, [name]: "0".repeat(64) }, body })),
      ];
      for (const delivery of forged) {
        const status = await service.deliver(delivery);
        expect([delivery, status >= 400 && status < 500]).toEqual([delivery, true]);
      }
      const proposal = await service.last(id);
      expect([proposal.status, approvers(proposal)]).toEqual(["pending", []]);
    },
  ),

  deciding("rejects an old signature", {}, async (service, expect) => {
    const { id } = await service.propose();
    const [ada] = service.senders;
    const delivery = service.press(ada);
    service.advance(3_600_000);
    const status = await service.deliver(delivery);
    expect(status >= 400 && status < 500).toBe(true);
    expect((await service.last(id)).status).toBe("pending");
  }),

  deciding("rejects senders without a person", {}, async (service, expect) => {
    const { id } = await service.propose();
    const [, , stranger] = service.senders;
    for (const sender of [stranger, "constructor"]) {
      expect(await service.deliver(service.press(sender))).toBe(200);
    }
    const proposal = await service.last(id);
    expect([proposal.status, approvers(proposal)]).toEqual(["pending", []]);
  }),

  deciding("decides nothing about another digest", {}, async (service, expect, channel) => {
    const [ada] = service.senders;
    await service.propose();
    const delivery = service.press(ada);
    const other = await channelService(channel);
    // The same spend in another database, with another salt.
    const { id } = await other.propose();
    expect(await other.deliver(delivery)).toBe(200);
    expect((await other.last(id)).status).toBe("pending");
    await other.close();
  }),

  deciding(
    "decides nothing after expiry, or after the opposite decision",
    { proposalExpiryHours: 1 },
    async (service, expect) => {
      const { id } = await service.propose();
      const [ada, ben] = service.senders;
      service.advance(2 * 3_600_000);
      expect(await service.deliver(service.press(ada))).toBe(200);
      expect((await service.current(id)).status).toBe("denied");
      await service.deliver(service.press(ben, { decision: "deny" }));
      const proposal = await service.last(id);
      expect([proposal.status, proposal.operator]).toEqual(["denied", null]);
    },
  ),

  deciding(
    "decides nothing if `authorize` denies",
    { authorize: () => false },
    async (service, expect) => {
      const { id } = await service.propose();
      const [ada] = service.senders;
      expect(await service.deliver(service.press(ada))).toBe(200);
      expect((await service.last(id)).status).toBe("pending");
    },
  ),

  deciding(
    "decides nothing by a rule that requires the page",
    {
      rules: {
        version: 1,
        rules: [{ id: "page", then: { requireApprovals: { count: 1, page: true } } }],
      },
    },
    async (service, expect) => {
      const { id } = await service.propose();
      const [ada] = service.senders;
      expect(await service.deliver(service.press(ada))).toBe(200);
      expect((await service.last(id)).status).toBe("pending");
    },
  ),
];
