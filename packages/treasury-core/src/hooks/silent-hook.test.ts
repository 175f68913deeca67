import { describe, expect, it, vi } from "vitest";
import { deliveryClock, testProcess } from "../delivery/delivery-world.fixture.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { hooksConsumer } from "./hooks-consumer.ts";

describe("a hook that does not return", () => {
  it("is reported after 30 seconds", async () => {
    const reported: unknown[] = [];
    const event = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
    const clock = deliveryClock();
    const process = testProcess(
      hooksConsumer({ event }, (error) => reported.push(error)),
      { clock },
    );
    await process.treasury.credit(dollars(200));
    await vi.waitFor(() => expect(event).toHaveBeenCalled());
    clock.advance(30_000);
    await process.deliverer.settled();
    expect(reported).toMatchObject([{ message: expect.stringContaining("timed out") }]);
  });
});
