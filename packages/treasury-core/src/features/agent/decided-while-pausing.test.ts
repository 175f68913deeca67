import type { LanguageModel, Span, SpanOptions, Tracer } from "@agent-treasury/provider";
import { trace } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "./test-model.fixture.ts";
import { withAppend, testDeployment, withOverrides } from "./two-processes.fixture.ts";
import { both, paper } from "./two-spends.fixture.ts";

const message = "Buy paper.";
const operator = "ada";

/** A turn that is about to persist that it waits. `proceed` lets it persist that. */
async function pausingTurn(
  model: LanguageModel,
  { signal, tracer }: { signal?: AbortSignal; tracer?: Tracer } = {},
) {
  const { storage, open, clock } = testDeployment();
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const kept = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  let held: Promise<void> | null = null;
  const appending = withAppend(storage, async (records, log) => {
    if (!JSON.stringify(records.bodies).includes('"kind":"waits"')) return log.append(records);
    asked.resolve();
    await gate.promise;
    return log.append(records).finally(kept.resolve);
  });
  const slow = withOverrides(appending, {
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
    proceed: gate.resolve,
    /** Starts a commit that ends when the returned function is called. */
    holdCommit: async () => {
      const gateOfCommits = Promise.withResolvers<void>();
      held = gateOfCommits.promise;
      void treasury.setBudget({ limits: {} });
      await isHeld.promise;
      return gateOfCommits.resolve;
    },
    /** Resolves when the turn has queued its release behind the held commit. */
    hasQueuedRelease: async () => {
      await kept.promise;
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

/** A tracer that delays the end of a run that has released its turn until `ends` resolves. */
function endingAfter(ends: Promise<void>): Tracer {
  const tracer = trace.getTracer("test");
  return {
    startSpan: (name) => tracer.startSpan(name),
    startActiveSpan: <Result>(
      name: string,
      _options: SpanOptions,
      work: (span: Span) => Result,
    ): Result =>
      tracer.startActiveSpan(name, (span) => {
        const result = work(span);
        const isRun = name.startsWith("invoke_agent");
        return isRun ? (ends.then(() => result) as Result) : result;
      }),
  };
}

describe("a turn that is about to pause", () => {
  it("continues if its proposals are decided meanwhile", async () => {
    const model = testModel(both, says("Bought."));
    const { running, open, proceed } = await pausingTurn(model);
    const other = open(testModel(says("Never asked.")));
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    proceed();
    const result = await running;
    expect(result).toMatchObject({ assistant: "Bought.", awaitingApproval: false });
    expect(result.state.expenseUsd).toBe(45);
    expect(model.requests).toHaveLength(2);
    expect(await other.resumeTurn(result)).toMatchObject({ assistant: "Bought." });
  });

  it("continues with a new timeout if it timed out meanwhile", async () => {
    const model = testModel(both, says("Bought."));
    const { running, open, clock, proceed } = await pausingTurn(model);
    const other = open(testModel());
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    clock.advance(120_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    proceed();
    expect(await running).toMatchObject({ assistant: "Bought.", awaitingApproval: false });
  });

  it("continues if its caller disconnects meanwhile", async () => {
    const model = testModel(both, says("Bought."));
    const caller = new AbortController();
    const { running, open, proceed } = await pausingTurn(model, { signal: caller.signal });
    const other = open(testModel());
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    caller.abort();
    proceed();
    expect(await running).toMatchObject({ assistant: "Bought.", awaitingApproval: false });
  });

  it("still ends at shutdown if its caller waits without an idempotency key", async () => {
    const model = testModel(both, "wait");
    const { treasury, running, open, clock, proceed } = await pausingTurn(model);
    const other = open(testModel());
    for (const { id: proposalId } of (await other.state()).proposals) {
      await other.decide({ proposalId, decision: "approve", operator });
    }
    proceed();
    await model.askedTimes(2);
    const closing = treasury.close();
    clock.advance(20_000);
    const { assistant, state } = await running;
    await closing;
    expect(assistant).toContain("Completed actions are not undone.");
    expect(state.expenseUsd).toBe(45);
  });

  it("ends if the workspace is reset meanwhile", async () => {
    const model = testModel(calls("propose_spend", paper), says("Never said."));
    const { running, open, proceed } = await pausingTurn(model);
    await open(testModel()).reset({ operator });
    proceed();
    const { assistant, awaitingApproval } = await running;
    expect(assistant).toContain("The workspace was reset");
    expect(awaitingApproval).toBe(false);
    expect(model.requests).toHaveLength(1);
  });

  it("continues if a decision is in the same commit as its release", async () => {
    const model = testModel(calls("propose_spend", paper), says("Bought."));
    const ends = Promise.withResolvers<void>();
    const tracer = endingAfter(ends.promise);
    const paused = await pausingTurn(model, { tracer });
    const { treasury, running, proceed, holdCommit, hasQueuedRelease } = paused;
    const [proposal] = (await treasury.state()).proposals;
    const endCommit = await holdCommit();
    proceed();
    await hasQueuedRelease();
    const decision = { proposalId: proposal?.id ?? "", decision: "approve", operator } as const;
    const decided = treasury.decide({ ...decision, resume: true });
    endCommit();
    await expect.poll(() => model.requests.length).toBe(2);
    ends.resolve();
    expect(await decided).toMatchObject({ status: "executed" });
    const { turnId } = await running;
    expect(await treasury.resumeTurn({ turnId })).toMatchObject({ assistant: "Bought." });
  });
});
