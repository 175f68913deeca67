import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { deliveryClock, testConsumer, testProcess } from "./delivery-world.fixture.ts";

const hour = 3_600_000;

it("resumes and retries from cursors that the storage spreads over workspaces", async () => {
  const clock = deliveryClock();
  const memory = memoryStorage({ now: clock.now });
  const storage = { ...forwardedStorage(memory), recordsSpread: 64 };
  const consumer = testConsumer();
  const killed = testProcess(testConsumer(), { storage, clock, isKilled: true });
  await killed.treasury.credit(dollars(1));
  const process = testProcess(consumer, { storage, clock });
  consumer.answer = () => {
    throw new Error("Down.");
  };
  await process.later(hour);
  expect(await process.deliveries.list("acme")).toMatchObject([{ parked: [{}] }]);
  consumer.answer = () => {};
  await process.later(hour);
  expect(consumer.received.map(({ event }) => event.kind)).toEqual(["credited"]);
  const ids = await storage.workspaces(null, 10);
  expect(ids.filter((id) => id.startsWith("~delivery/"))).toEqual([
    expect.stringMatching(/^~delivery\/test~\d+$/),
  ]);
});
