import { describe, expect, it } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { testConsumer, testProcess } from "./delivery-world.fixture.ts";

const hour = 3_600_000;

describe("targets", () => {
  it("have cursors of their own, with kinds and a beginning", async () => {
    const targets = [
      { id: "all", kinds: null, since: 0 },
      { id: "credits", kinds: ["credited"], since: 0 },
    ];
    const consumer = testConsumer({ targets: async () => targets });
    const process = testProcess(consumer);
    consumer.answer = ({ target }) => {
      if (target === "all") throw new Error("Down.");
    };
    await process.treasury.credit(dollars(200));
    await process.treasury.propose();
    targets.push({ id: "late", kinds: null, since: 2 });
    await process.treasury.credit(dollars(1));
    await process.deliverer.settled();
    const got = consumer.received.map(({ target, event }) => `${target} ${event.kind}`);
    expect(got.toSorted()).toEqual(["credits credited", "credits credited", "late credited"]);
    expect(await process.deliveries.list("acme")).toMatchObject([
      { target: "all", parked: [{}, {}, {}] },
      { target: "credits", waiting: 0, parked: [] },
      { target: "late", waiting: 0, parked: [] },
    ]);
  });

  it("that are removed receive nothing more", async () => {
    const targets = [{ id: "one", kinds: null, since: 0 }];
    const consumer = testConsumer({ targets: async () => targets });
    const process = testProcess(consumer);
    consumer.answer = () => {
      throw new Error("Down.");
    };
    await process.treasury.credit(dollars(200));
    await process.deliverer.settled();
    targets.length = 0;
    await process.deliveries.remove("acme", "one");
    consumer.answer = () => {};
    await process.later(hour);
    expect(consumer.received).toEqual([]);
    targets.push({ id: "one", kinds: null, since: 1 });
    await process.later(hour);
    expect(consumer.received).toEqual([]);
  });

  it("with an id that is too long are reported, and have no cursor", async () => {
    const targets = [{ id: "a".repeat(321), kinds: null, since: 0 }];
    const consumer = testConsumer({ targets: async () => targets });
    const process = testProcess(consumer);
    await process.treasury.credit(dollars(200));
    await process.deliverer.settled();
    expect(consumer.received).toEqual([]);
    expect(process.reported).toMatchObject([{ message: expect.stringContaining("too long") }]);
  });

  it("that are disabled are not looked up in every pass", async () => {
    const targets = [{ id: "one", kinds: null, since: 0 }];
    const consumer = testConsumer({ targets: async () => targets });
    const process = testProcess(consumer);
    consumer.answer = () => {
      throw new Error("Gone.");
    };
    await process.treasury.credit(dollars(200));
    await process.deliverer.settled();
    const [disabled] = targets.splice(0);
    await process.later(hour);
    const due = await process.treasury.engine.storage.due(process.treasury.clock.now(), null, 100, [
      "cursor",
    ]);
    expect(due).toEqual([]);
    targets.push(...(disabled === undefined ? [] : [disabled]));
    consumer.answer = () => {};
    await process.later(2 * hour);
    expect(consumer.received).toHaveLength(1);
  });
});
