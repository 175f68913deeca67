import { TreasuryError } from "@agent-treasury/provider";
import { safetyClassifierConformance } from "@agent-treasury/testing";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { scriptedModel } from "../model/scripted-model.ts";
import { scriptedClassifier } from "./scripted-classifier.ts";

describe("the scripted classifier", () => {
  safetyClassifierConformance(
    { describe, it, expect },
    {
      create: () => scriptedClassifier(),
      createObjecting: () => scriptedClassifier(() => ({ verdict: "review", reason: "Odd." })),
      createUnreadable: () => scriptedClassifier(() => null),
      createFailing: () =>
        scriptedClassifier(() => {
          throw new TreasuryError("model_failed", "The script says so.");
        }),
      createSilent: () =>
        scriptedClassifier(
          ({ signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(signal.reason));
            }),
        ),
    },
  );
});

async function buy(classifier: ReturnType<typeof scriptedClassifier>) {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    model: scriptedModel(),
    budget: { startingCapitalUsd: 100 },
    screening: { classifier, classifierTimeoutSeconds: 0.02 },
    onFailure: () => undefined,
  });
  const { state } = await treasury.runTurn({ message: "buy pencils from Acme for $4" });
  await treasury.close();
  return state.proposals[0];
}

describe("a treasury with a classifier", () => {
  it("sends it the agent's intended purchase", async () => {
    const classifier = scriptedClassifier(({ purpose }) => ({
      verdict: "blocked",
      reason: purpose,
    }));
    expect(await buy(classifier)).toMatchObject({
      status: "denied",
      verdict: "blocked",
      reason: "Safety classifier: pencils",
    });
    expect(classifier.requests).toMatchObject([{ vendor: "Acme", amountUsd: 4, category: null }]);
  });
  it("waits for it no longer than the timeout", async () => {
    const classifier = scriptedClassifier(() => new Promise(() => undefined));
    expect(await buy(classifier)).toMatchObject({
      status: "pending",
      reason:
        "No screening rule matched. The safety classifier did not answer. A person has to decide.",
    });
  });

  it.each([0, -1, Number.NaN, 1e9])(
    "rejects a timeout of %d seconds",
    (classifierTimeoutSeconds) => {
      expect(() =>
        createTreasury({
          baseUrl: "http://localhost:3000",
          storage: memoryStorage(),
          screening: { classifierTimeoutSeconds },
        }),
      ).toThrow("screening.classifierTimeoutSeconds");
    },
  );
});
