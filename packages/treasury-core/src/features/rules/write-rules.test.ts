import type { LanguageModel } from "@agent-treasury/provider";
import { describe, expect, it, vi } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { memoryStorage } from "../../memory.ts";
import type { Treasury } from "../../treasury.ts";
import { says, testModel } from "../agent/test-model.fixture.ts";

const workspaceId = "acme";
const cloud = {
  id: "cloud",
  when: { categories: ["cloud"] },
  then: { limit: { amountUsd: 500, per: "month" } },
};
const answer = (rules: readonly object[]): string =>
  `<think>A draft:\n\`\`\`yaml\nversion: 1\nrules: []\n\`\`\`</think>\n\`\`\`json\n${JSON.stringify({ version: 1, rules })}\n\`\`\``;
const sentence = "No more than 500 a month on cloud.";

function treasuryWith(model: LanguageModel | null, outputTokens?: number): Treasury {
  const turns = outputTokens === undefined ? {} : { turns: { outputTokens } };
  const given = model === null ? {} : { model, ...turns };
  const options = { baseUrl: "http://localhost:3000", access: "guests" as const };
  return createTreasury({ ...options, storage: memoryStorage(), recoverySeconds: false, ...given });
}

const scripted = (...answers: readonly string[]) => testModel(...answers.map(says));

describe("a draft of rules by a model", () => {
  it("is valid, shows its limit by examples, and changes no rule in effect", async () => {
    const model = scripted(answer([{ id: "A B" }]), answer([cloud]));
    const treasury = treasuryWith(model);
    const { rules, examples } = await treasury.rules.write({ workspaceId, sentence });
    expect(rules.rules).toMatchObject([{ id: "cloud", then: { limit: { per: "month" } } }]);
    expect(examples).toContainEqual(
      expect.objectContaining({
        category: "cloud",
        earlier: expect.objectContaining({ spends: 1, amountUsd: 500 }),
        outcome: "waits",
        approvals: 1,
      }),
    );
    expect((await treasury.rules.current({ workspaceId })).rules.rules).toEqual([]);
    expect((await treasury.rules.history({ workspaceId })).publications).toEqual([]);
    const [, second] = model.requests;
    expect(second?.messages.at(-1)?.content).toContain("These rules have problems:");
  });

  it("changes the given rules instead of those in effect", async () => {
    const model = scripted(answer([cloud]));
    const night = { id: "night", when: { hours: "22:00-06:00" }, then: { deny: true } } as const;
    await treasuryWith(model).rules.write({
      workspaceId,
      sentence,
      rules: { version: 1, rules: [night] },
    });
    expect(model.requests[0]?.messages.at(-1)?.content).toContain("id: night");
  });

  it("is refused without a model, and with the answer of a model that writes none", async () => {
    await expect(treasuryWith(null).rules.write({ workspaceId, sentence })).rejects.toMatchObject({
      code: "model_not_connected",
    });
    const refusing = scripted("I cannot help with that.");
    await expect(
      treasuryWith(refusing).rules.write({ workspaceId, sentence }),
    ).rejects.toMatchObject({
      code: "model_failed",
      message: expect.stringContaining("I cannot help with that."),
    });
    expect(refusing.requests).toHaveLength(3);
    const huge = scripted(`\`\`\`yaml\n# ${"x".repeat(300_000)}\nversion: 1\nrules: []\n\`\`\``);
    await expect(treasuryWith(huge).rules.write({ workspaceId, sentence })).rejects.toMatchObject({
      code: "model_failed",
    });
  });

  it("fails if the answer is cut, because the missing rules could be the strict ones", async () => {
    const cut: LanguageModel = {
      specificationVersion: "1",
      provider: "stand-in",
      modelId: "cut",
      async *stream() {
        yield { kind: "text", text: answer([cloud]) };
        yield { kind: "finish", reason: "length", usage: null };
      },
    };
    await expect(treasuryWith(cut).rules.write({ workspaceId, sentence })).rejects.toMatchObject({
      code: "model_failed",
      message: expect.stringContaining("more than 8000 tokens"),
    });
    await expect(treasuryWith(cut).rules.write({ workspaceId, sentence })).rejects.toMatchObject({
      message: expect.stringContaining("Raise `turns.outputTokens`"),
    });
  });

  it("may be longer than an answer of a turn, and as long as a turn's if that is more", async () => {
    const model = scripted(answer([cloud]));
    await treasuryWith(model).rules.write({ workspaceId, sentence });
    await treasuryWith(model, 20_000).rules.write({ workspaceId, sentence });
    expect(model.requests.map((request) => request.maximumOutputTokens)).toEqual([8_000, 20_000]);
  });

  it("may take two minutes for each answer", async () => {
    vi.useFakeTimers();
    try {
      const model = testModel("wait");
      const state = { isDone: false };
      const failing = treasuryWith(model)
        .rules.write({ workspaceId, sentence })
        .catch((error: unknown) => error)
        .finally(() => (state.isDone = true));
      await model.askedTimes(1);
      await vi.advanceTimersByTimeAsync(119_000);
      expect(state.isDone).toBe(false);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await failing).toMatchObject({
        code: "model_failed",
        message: expect.stringContaining("did not answer within 120 s"),
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it("lets other requests run while the examples of many rules are chosen", async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      id: `r${index}`,
      when: { categories: [`c${index}`], amountUsd: { from: index + 1 } },
      then: { limit: { count: 30, per: "month", by: "vendor" } },
    }));
    const treasury = treasuryWith(scripted(answer(many)));
    const writing = treasury.rules.write({ workspaceId, sentence });
    const state = { isDone: false };
    void writing.finally(() => {
      state.isDone = true;
    });
    let reads = 0;
    while (!state.isDone) {
      await treasury.rules.current({ workspaceId });
      reads += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { rules, examples } = await writing;
    expect(rules.rules).toHaveLength(30);
    expect(examples.length).toBeGreaterThan(1);
    expect(reads).toBeGreaterThan(10);
  });
});
