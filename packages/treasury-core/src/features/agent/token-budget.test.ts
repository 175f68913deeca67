import { describe, expect, it } from "vitest";
import { type TestTreasury, outcomeOf, testTreasury } from "../../create/test-treasury.fixture.ts";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { ModelAnswer } from "./read-answer.ts";
import { testModel } from "./test-model.fixture.ts";
import { dailyTokenBudget } from "./token-budget.ts";
import { testDeployment } from "./two-processes.fixture.ts";

const day = 86_400_000;
/** 400 characters, so about 100 tokens, and at most 900 for the answer. */
const request = {
  messages: [{ role: "user", content: "a".repeat(400) }],
  maximumOutputTokens: 900,
  signal: new AbortController().signal,
} as const;

function answer(usage: ModelAnswer["usage"], text = ""): ModelAnswer {
  return { text, markup: [], native: null, finish: "stop", reasoning: "", strayCall: null, usage };
}

/** The budget of 1,000 tokens in one process. */
function budgetOf({ engine }: TestTreasury) {
  const budget = dailyTokenBudget(engine, 1_000);
  let asked = 0;
  const use = (inputTokens: number, outputTokens: number) =>
    outcomeOf(
      budget("acme", request, async () => {
        asked += 1;
        return answer({ inputTokens, outputTokens });
      }),
    );
  return { budget, use, asked: () => asked };
}

describe("a daily token budget", () => {
  it("rejects requests once it is used, without a call of the model", async () => {
    const { use, asked } = budgetOf(testTreasury());
    await use(500, 100);
    await use(300, 99);
    await use(300, 99);
    expect(await use(1, 1)).toBe("token_budget_exceeded");
    expect(asked()).toBe(3);
  });

  it("counts the maximum of a request in flight in another process", async () => {
    const storage = memoryStorage();
    const here = budgetOf(testTreasury({ storage }));
    const there = budgetOf(testTreasury({ storage }));
    const outcomes: unknown[] = [];
    await here.budget("acme", request, async () => {
      outcomes.push(await there.use(1, 1));
      return answer({ inputTokens: 1, outputTokens: 1 });
    });
    expect(outcomes).toEqual(["token_budget_exceeded"]);
    expect(await there.use(1, 1)).toMatchObject({ usage: { inputTokens: 1 } });
  });

  it("allows one of several concurrent requests if each could use the rest", async () => {
    const storage = memoryStorage();
    const processes = Array.from({ length: 5 }, () => budgetOf(testTreasury({ storage })));
    let begun = 0;
    const outcomes = await Promise.all(
      processes.map(({ budget }) =>
        outcomeOf(
          budget("acme", request, async () => {
            begun += 1;
            await new Promise((resolve) => setTimeout(resolve, 50));
            return answer(null);
          }),
        ),
      ),
    );
    expect(begun).toBe(1);
    expect(outcomes.filter((outcome) => outcome === "token_budget_exceeded")).toHaveLength(4);
  });

  it("counts the reserved tokens of a crashed process until the end of the day", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const dying = budgetOf(testTreasury({ storage, clock }));
    const left = new Promise<void>((resolve) => {
      void dying.budget("acme", request, () => {
        resolve();
        return new Promise(() => {});
      });
    });
    await left;
    const after = budgetOf(testTreasury({ storage, clock }));
    expect(await after.use(1, 1)).toBe("token_budget_exceeded");
    clock.advance(day);
    expect(await after.use(1, 1)).toMatchObject({ usage: { inputTokens: 1 } });
  });

  it("estimates the tokens if the provider reports none or the request fails", async () => {
    const treasury = testTreasury();
    const { budget, use } = budgetOf(treasury);
    const count = () => usedTokens(treasury);
    await budget("acme", request, async () => answer(null, "b".repeat(40)));
    expect(await count()).toBe(110);
    const broken = budget("acme", request, () => Promise.reject(new Error("broke off")));
    await expect(broken).rejects.toThrow("broke off");
    expect(await count()).toBe(210);
    await use(5, 5);
    expect(await count()).toBe(220);
  });

  it("estimates tool definitions and native calls as well", async () => {
    const treasury = testTreasury();
    const { budget } = budgetOf(treasury);
    const call = { id: "c1", name: "buy", arguments: "x".repeat(77) };
    const parametersSchema = { enum: ["y".repeat(69)] };
    const native = {
      ...request,
      messages: [...request.messages, { role: "assistant", content: "", calls: [call, call] }],
      tools: [{ name: "buy", description: "z".repeat(17), parametersSchema }],
    } as const;
    await budget("acme", native, async () => ({ ...answer(null), native: [call] }));
    // 100 of the text, 40 of the calls before, 26 of the tool (17 + 3 + 83 characters), 20 of the call.
    expect(await usedTokens(treasury)).toBe(186);
  });

  it("reports the time until the end of the day in the deployment's time zone", async () => {
    // The time is 23:30 in Tokyo.
    const clock = testClock(Date.parse("2026-11-03T14:30:00Z"));
    const storage = memoryStorage({ now: clock.now });
    const treasury = testTreasury({ storage, clock, timeZone: "Asia/Tokyo" });
    const { budget, use } = budgetOf(treasury);
    await use(1_000, 0);
    const refused = budget("acme", request, async () => answer(null));
    await expect(refused).rejects.toMatchObject({
      code: "token_budget_exceeded",
      headers: { "retry-after": expect.stringMatching(/^180[01]$/) },
    });
  });

  it("counts only the request if the model's answer ends unexpectedly", async () => {
    const { open, storage } = testDeployment();
    const model = testModel([{ kind: "text", text: "Hm" }]);
    const turn = open(model, { turns: { dailyTokens: 100_000 } }).runTurn({ message: "Go." });
    await expect(turn).rejects.toMatchObject({ code: "model_failed" });
    const keys = [{ kind: "token_usage", id: "today" }];
    const [snapshot] = await storage.load([{ workspaceId: "demo", keys }]);
    const usage = snapshot?.found[0]?.body as { readonly tokens: number } | undefined;
    const texts = (model.requests[0]?.messages ?? []).map(({ content }) => content.length);
    expect(usage?.tokens).toBe(Math.ceil(texts.reduce((sum, length) => sum + length, 0) / 4));
  });

  it("is not reset with the workspace", async () => {
    const treasury = testTreasury();
    const { use } = budgetOf(treasury);
    await use(1_000, 0);
    await treasury.reset();
    expect(await use(1, 1)).toBe("token_budget_exceeded");
  });
});

async function usedTokens({ engine }: TestTreasury): Promise<unknown> {
  const keys = [{ kind: "token_usage", id: "today" }];
  const [snapshot] = await engine.storage.load([{ workspaceId: "acme", keys }]);
  return (snapshot?.found[0]?.body as { tokens: number } | undefined)?.tokens;
}
