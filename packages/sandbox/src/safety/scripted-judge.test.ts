import { TreasuryError } from "@agent-treasury/provider";
import { judgeConformance } from "@agent-treasury/testing";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { scriptedModel } from "../model/scripted-model.ts";
import { scriptedJudge } from "./scripted-judge.ts";

describe("the scripted judge", () => {
  judgeConformance(
    { describe, it, expect },
    {
      create: () => scriptedJudge(),
      createObjecting: () => scriptedJudge(() => ({ verdict: "review", reason: "Odd." })),
      createUnreadable: () => scriptedJudge(() => null),
      createFailing: () =>
        scriptedJudge(() => {
          throw new TreasuryError("model_failed", "The script says so.");
        }),
      createSilent: () =>
        scriptedJudge(
          ({ signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(signal.reason));
            }),
        ),
    },
  );
});

async function buy(judge: ReturnType<typeof scriptedJudge>) {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model: scriptedModel(),
    budget: { startingCapitalUsd: 100 },
    screening: { judge, judgeTimeoutSeconds: 0.02 },
    onFailure: () => undefined,
  });
  const { state } = await treasury.runTurn({ message: "buy pencils from Acme for $4" });
  await treasury.close();
  return state.proposals[0];
}

describe("a treasury with a judge", () => {
  it("sends it the agent's intended purchase", async () => {
    const judge = scriptedJudge(({ purpose }) => ({
      verdict: "blocked",
      reason: purpose,
    }));
    expect(await buy(judge)).toMatchObject({
      status: "denied",
      verdict: "blocked",
      reason: "Judge: pencils",
    });
    expect(judge.requests).toMatchObject([{ vendor: "Acme", amountUsd: 4, category: null }]);
  });
  it("waits for it no longer than the timeout", async () => {
    const judge = scriptedJudge(() => new Promise(() => undefined));
    expect(await buy(judge)).toMatchObject({
      status: "pending",
      reason: "No screening rule matched. The judge did not answer. A person has to decide.",
    });
  });

  it.each([0, -1, Number.NaN, 1e9])("rejects a timeout of %d seconds", (judgeTimeoutSeconds) => {
    expect(() =>
      createTreasury({
        baseUrl: "http://localhost:3000",
        storage: memoryStorage(),
        screening: { judgeTimeoutSeconds },
      }),
    ).toThrow("screening.judgeTimeoutSeconds");
  });
});
