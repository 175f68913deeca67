import type { LanguageModel, Span, SpanOptions, Tracer } from "@agent-treasury/provider";
import { trace } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "./test-model.fixture.ts";
import { appendingBy, house, withOthers } from "./two-processes.fixture.ts";
import { both, paper } from "./two-spends.fixture.ts";

const message = "Buy paper.";
const operator = "ada";

/** A turn that is about to keep that it waits, until it is let go. */
async function comingToRest(
  model: LanguageModel,
  { signal, tracer }: { signal?: AbortSignal; tracer?: Tracer } = {},
) {
  const { storage, open, clock } = house();
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  let held: Promise<void> | null = null;
  const appending = appendingBy(storage, async (records, log) => {
    if (!JSON.stringify(records.bodies).includes('"kind":"waits"')) return log.append(records);
    asked.resolve();
    await gate.promise;
    return log.append(records).finally(kept.resolve);
  });
  const slow = withOthers(appending, {
    commit: async (commits) => {
      if (held !== null) isHeld.resolve();
      await held;
      return storage.commit(commits);
    },
  });
  const treasury = open(model, { storage: slow, ...(tracer && { telemetry: { tracer } }) });
  const running = treasury.runTurn({ message }, signal && { signal });
  await asked.promise;
  return {
    treasury,
    running,
    open,
    clock,
    letGo: gate.resolve,
    /** Has a commit under way that does not end before what this gives is called. */
    holdCommit: async () => {
      const gateOfCommits = Promise.withResolvers<void>();
      held = gateOfCommits.promise;
      void treasury.setBudget({ limits: {} });
      await isHeld.promise;
      return gateOfCommits.resolve;
    },
    /** Resolves when it wants to be let go of, for which it waits for the commit under way. */
    hasAsked: async () => {
      await kept.promise;
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

/** A tracer under which a run that has released its turn does not end before `ends` resolves. */
function endingAfter(ends: Promise<void>): Tracer {
  const tracer = trace.getTracer("test");
  return {
    startSpan: (name, options) => tracer.startSpan(name, options),
    startActiveSpan: <Result>(
      name: string,
      options: SpanOptions,
      work: (span: Span) => Result,
    ): Result =>
      tracer.startActiveSpan(name, options, (span) => {
        const result = work(span);
        const isRun = name.startsWith("invoke_agent");
        return isRun ? (ends.then(() => result) as Result) : result;
      }),
  };
}

describe("a turn that comes to rest", () => {
  it("goes on by itself where a person decided while it came to rest", async () => {
    const model = testModel(both, says("Bought."));
    const { running, open, letGo } = await comingToRest(model);
    const other = open(testModel(says("Never asked.")));
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    letGo();
    const result = await running;
    expect(result).toMatchObject({ assistant: "Bought.", awaitingApproval: false });
    expect(result.state.expenseUsd).toBe(45);
    expect(model.requests).toHaveLength(2);
    expect(await other.resumeTurn(result)).toMatchObject({ assistant: "Bought." });
  });

  it("has time again where its time was over in that very moment", async () => {
    const model = testModel(both, says("Bought."));
    const { running, open, clock, letGo } = await comingToRest(model);
    const other = open(testModel());
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    clock.advance(120_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    letGo();
    expect(await running).toMatchObject({ assistant: "Bought.", awaitingApproval: false });
  });

  it("goes on where whoever asked for it went away in that very moment", async () => {
    const model = testModel(both, says("Bought."));
    const caller = new AbortController();
    const { running, open, letGo } = await comingToRest(model, { signal: caller.signal });
    const other = open(testModel());
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    caller.abort();
    letGo();
    expect(await running).toMatchObject({ assistant: "Bought.", awaitingApproval: false });
  });

  it("ends with its process all the same where its caller waits without a key", async () => {
    const model = testModel(both, "wait");
    const { treasury, running, open, clock, letGo } = await comingToRest(model);
    const other = open(testModel());
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    letGo();
    await model.askedTimes(2);
    const closing = treasury.close();
    clock.advance(20_000);
    const { assistant, state } = await running;
    await closing;
    expect(assistant).toContain("What was done before stays done.");
    expect(state.expenseUsd).toBe(45);
  });

  it("is over where the workspace was reset while it came to rest", async () => {
    const model = testModel(calls("propose_spend", paper), says("Never said."));
    const { running, open, letGo } = await comingToRest(model);
    await open(testModel()).reset({ operator });
    letGo();
    const { assistant, awaitingApproval } = await running;
    expect(assistant).toContain("The workspace was reset meanwhile");
    expect(awaitingApproval).toBe(false);
    expect(model.requests).toHaveLength(1);
  });

  it("goes on where a person here decided in the very commit that let go of it", async () => {
    const model = testModel(calls("propose_spend", paper), says("Bought."));
    const ends = Promise.withResolvers<void>();
    const tracer = endingAfter(ends.promise);
    const paused = await comingToRest(model, { tracer });
    const { treasury, running, letGo, holdCommit, hasAsked } = paused;
    const [proposal] = (await treasury.state()).proposals;
    const endCommit = await holdCommit();
    letGo();
    await hasAsked();
    const decision = { proposalId: proposal?.id ?? "", decision: "approve", operator } as const;
    const decided = treasury.decide({ ...decision, resume: true });
    endCommit();
    await expect.poll(() => model.requests.length, { timeout: 5_000 }).toBe(2);
    ends.resolve();
    expect(await decided).toMatchObject({ status: "executed" });
    const { turnId } = await running;
    expect(await treasury.resumeTurn({ turnId })).toMatchObject({ assistant: "Bought." });
  });
});
