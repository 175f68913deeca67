import { canDecide, channelService, twoApprovals } from "./channel-service.ts";
import type { ChannelTest, ShownMessage } from "./channel-test.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Which of the texts a message contains. */
function shown({ text }: Pick<ShownMessage, "text">, texts: readonly string[]) {
  return Object.fromEntries(texts.map((part) => [part, text.includes(part)]));
}

function all(texts: readonly string[]) {
  return Object.fromEntries(texts.map((part) => [part, true]));
}

export const sendingTests: readonly ChannelTest[] = [
  {
    name: "is accepted by several treasuries of one process",
    run: async (channel, expect) => {
      const [first, second] = [await channelService(channel), await channelService(channel)];
      expect(/^[a-z][a-z0-9-]{0,31}$/.test(first.standIn.channel.id)).toBe(true);
      expect(second.standIn.channel.id).toBe(first.standIn.channel.id);
      await Promise.all([first.close(), second.close()]);
    },
  },

  {
    name: "shows amount, payee, purpose, the rule, the balance afterwards, and the page",
    run: async (channel, expect) => {
      const service = await channelService(channel, twoApprovals);
      const { id } = await service.propose();
      const messages = service.standIn.messages();
      const page = `http://localhost:3000/?workspace=acme&proposal=${id}`;
      const texts = ["24.00", "Namecheap", "A domain.", "two-people", "976.00", page];
      expect(messages.length).toBe(1);
      expect(shown(messages[0] ?? { text: "" }, texts)).toEqual(all(texts));
      expect(messages[0]?.isOpen).toBe(canDecide(service.standIn));
      expect(service.failures.map(String)).toEqual([]);
      await service.close();
    },
  },

  {
    name: "sends nothing for a spend that policy approves",
    run: async (channel, expect) => {
      const service = await channelService(channel);
      const spend = { workspaceId: "acme", amountUsd: 5, vendor: "A", purpose: "b" };
      await service.treasury.propose(spend);
      await service.settled();
      expect(service.standIn.messages()).toEqual([]);
      await service.close();
    },
  },

  {
    name: "shows a decision that was made elsewhere, and offers no further one",
    run: async (channel, expect) => {
      const service = await channelService(channel);
      const { id } = await service.propose();
      const request = { workspaceId: "acme", proposalId: id, operator: "Carla" };
      await service.treasury.decide({ ...request, decision: "deny" });
      await service.settled();
      const messages = service.standIn.messages();
      expect(messages.some(({ text }) => text.includes("Carla"))).toBe(true);
      expect(messages.filter(({ isOpen }) => isOpen)).toEqual([]);
      expect(service.failures.map(String)).toEqual([]);
      await service.close();
    },
  },

  {
    name: "sends reminders, and closes them after expiry",
    run: async (channel, expect) => {
      const service = await channelService(channel, {
        remindAfterHours: 1,
        proposalExpiryHours: 2,
      });
      await service.propose();
      for (let passed = 0; passed < 2; passed += 1) {
        service.advance(hour + minute);
        await service.settled();
        await service.settled();
        expect(service.standIn.messages().length >= 2).toBe(true);
      }
      expect(service.standIn.messages().filter(({ isOpen }) => isOpen)).toEqual([]);
      await service.close();
    },
  },

  {
    name: "sends a message after a failure of its service",
    run: async (channel, expect) => {
      const service = await channelService(channel);
      const { fail } = service.standIn;
      if (fail !== undefined) {
        fail(1);
        await service.propose();
        expect(service.standIn.messages()).toEqual([]);
        service.advance(minute);
        await service.settled();
        expect(service.standIn.messages().length).toBe(1);
      }
      await service.close();
    },
  },
];
