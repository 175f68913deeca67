import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { recordingExecutor } from "../payments/quotes/quoted-world.fixture.ts";
import { manualClock } from "./manual-clock.fixture.ts";
import { calls, says, testModel } from "./test-model.fixture.ts";

const spend = { amountUsd: 5, vendor: "Namecheap", purpose: "a domain" };

/** A turn whose payment does not end, or whose log answers no more after it. */
function hangingTurn(what: "payment" | "log") {
  const clock = manualClock();
  const memory = memoryStorage({ now: clock.now });
  const { turnLog } = memory;
  const hung = Promise.withResolvers<void>();
  let hangs = false;
  const card = recordingExecutor("card");
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: {
      ...forwardedStorage(memory),
      ...(turnLog && {
        turnLog: {
          ...turnLog,
          append: (given) => {
            if (!hangs) return turnLog.append(given);
            hung.resolve();
            return new Promise(() => {});
          },
        },
      }),
    },
    clock,
    model: testModel(calls("propose_spend", spend), says("Bought it.")),
    budget: { startingCapitalUsd: 100, minReserveUsd: 0 },
    recoverySeconds: false,
    turns: { timeoutSeconds: 60 },
    executors: {
      executor: {
        ...card,
        pay: (order) => {
          if (what === "payment") {
            hung.resolve();
            return new Promise(() => {});
          }
          hangs = true;
          return card.pay(order);
        },
      },
      timeoutSeconds: 1_800,
    },
    onFailure: () => {},
  });
  return { clock, treasury, hung: hung.promise };
}

it("warns of a payment that has not ended by then", async () => {
  const { clock, treasury, hung } = hangingTurn("payment");
  const answered = treasury.runTurn({ message: "Buy it." });
  await hung;
  clock.advance(90_000);
  expect((await answered).events.at(-1)).toMatchObject({
    kind: "error",
    message: expect.stringContaining("has no result yet, and may have paid. Do not pay again."),
  });
});

it("answers 30 seconds after the time limit of a turn, with what the turn did", async () => {
  const { clock, treasury, hung } = hangingTurn("log");
  let isAnswered = false;
  const answered = treasury.runTurn({ message: "Buy it." }).finally(() => (isAnswered = true));
  await hung;
  clock.advance(89_000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isAnswered).toBe(false);
  clock.advance(1_000);
  const { events } = await answered;
  expect(JSON.stringify(events)).toContain('"status":"executed"');
  expect(events.at(-1)).toMatchObject({
    kind: "error",
    message: expect.stringMatching(/^The turn did not end in time, and may still run\..*Read the/),
  });
});
