import { describe, expect, it, vi } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { deliveryClock, testProcess } from "../delivery/delivery-world.fixture.ts";
import { hooksConsumer } from "./hooks-consumer.ts";

/** Longer than a slow machine needs. */
const patienceMs = 120_000;

async function hanging() {
  const reported: unknown[] = [];
  const event = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  const clock = deliveryClock();
  const consumer = hooksConsumer({ event }, (error) => reported.push(error));
  const { treasury, deliverer } = testProcess(consumer, { clock });
  await treasury.credit(dollars(200));
  await vi.waitFor(() => expect(event).toHaveBeenCalled(), patienceMs);
  return { reported, clock, deliverer };
}

describe("a hook that does not return", () => {
  it("is reported after 30 seconds", async () => {
    const { reported, clock, deliverer } = await hanging();
    for (let waited = 0; waited < 30; waited += 5) {
      expect(reported).toEqual([]);
      clock.advance(5_000);
      // Lets the lease be renewed.
      await new Promise((resolve) => setTimeout(resolve));
    }
    await deliverer.settled();
    expect(reported).toMatchObject([{ message: expect.stringContaining("timed out") }]);
  });

  it("is not reported if the process closes", async () => {
    const { reported, clock, deliverer } = await hanging();
    const closing = deliverer.close();
    clock.advance(5_000);
    await closing;
    expect(reported).toEqual([]);
  });
});
