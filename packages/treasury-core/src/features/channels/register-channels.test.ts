import { describe, expect, it } from "vitest";
import type { SignedInOperator } from "../../index.ts";
import { channelWorld, testChannel } from "./channel-world.fixture.ts";

describe("channels of `createTreasury`", () => {
  it("have distinct, valid ids", () => {
    expect(() => channelWorld(testChannel({}, { id: "Chat" }))).toThrow("Invalid id");
    const { id } = testChannel();
    expect(id).toBe("chat");
  });

  const flawed: Readonly<Record<string, object | null>> = {
    "has no id": { name: "Ada" },
    "has no name": { id: "ada" },
    "has an empty name": { id: "ada", name: " " },
    "has a control character in its id": { id: "a\nb", name: "Ada" },
    "has no list of groups": { id: "ada", name: "Ada", groups: "finance" },
    "is null": null,
  };
  it.each(Object.entries(flawed))("have no person who %s", (_name, person) => {
    const people = { U1: person as SignedInOperator };
    expect(() => channelWorld(testChannel({}, { people }))).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        message: expect.stringContaining('Invalid person "U1" of channel chat'),
      }),
    );
  });

  it("copy their table of people", async () => {
    const people: Record<string, SignedInOperator> = {};
    const world = channelWorld(testChannel({}, { people }));
    await world.propose();
    people["U1"] = { id: "ada", name: "Ada" };
    expect((await world.deliver(world.decision("U1"))).body["kind"]).toBe("rejected");
  });

  it.each([
    ["reminder", "remindAfterHours"],
    ["escalated", "escalateAfterHours"],
  ] as const)("begin with %s only if the option %s is set", (firstMessage, option) => {
    const channel = testChannel({}, { firstMessage });
    expect(() => channelWorld(channel)).toThrow(`needs the option \`${option}\``);
    expect(() => channelWorld(channel, { [option]: 1 })).not.toThrow();
  });

  it("may have no receiver", async () => {
    const { register } = testChannel();
    const channel = testChannel({}, { people: {} });
    channel.register = (context) => {
      const { receiver: _receiver, ...parts } = register(context);
      return parts;
    };
    const world = channelWorld(channel);
    await world.propose();
    expect((await world.deliver({})).status).toBe(404);
  });
});
