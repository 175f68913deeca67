import type { ModelPart } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { calls, says, testModel } from "./test-model.fixture.ts";
import { testDeployment } from "./two-processes.fixture.ts";

const workspaceId = "acme";
const input = { workspaceId, message: "Buy tape." };
const tape = { amountUsd: 5, vendor: "Tapehouse", purpose: "tape" };
const paper = { amountUsd: 20, vendor: "Paperhouse", purpose: "paper" };

function proposes(...spends: readonly object[]): readonly ModelPart[] {
  const markup = spends.map(
    (spend) =>
      `<tool_call>${JSON.stringify({ name: "propose_spend", arguments: spend })}</tool_call>`,
  );
  return says(markup.join("\n"));
}

/** Runs a turn whose workspace is reset and funded again during the model's answer of that number. */
async function resetDuring(answer: number, ...answers: readonly (readonly ModelPart[])[]) {
  const { open, storage, clock } = testDeployment();
  const asked = Promise.withResolvers<void>();
  const answering = Promise.withResolvers<void>();
  const model = testModel(...answers);
  const { stream } = model;
  const slow = Object.assign(model, {
    async *stream(request: Parameters<typeof stream>[0]) {
      const isThatAnswer = model.requests.length === answer - 1;
      if (isThatAnswer) {
        asked.resolve();
        await answering.promise;
      }
      yield* stream.call(model, request);
    },
  });
  const treasury = open(slow);
  const running = treasury.runTurn(input).catch((error: unknown) => error);
  await asked.promise;
  await open(testModel()).reset({ workspaceId, operator: "ada" });
  const other = testTreasury({ storage, clock: clock as never, payment: null });
  await other.credit(dollars(500));
  return { treasury, other, model, clock, running, answer: answering.resolve };
}

describe("a turn whose workspace is reset while it runs", () => {
  it("does not spend from the new epoch by policy", async () => {
    const turn = await resetDuring(1, proposes(tape), says("Bought."));
    turn.answer();
    await turn.running;
    const { balanceUsd, proposals } = await turn.other.state();
    expect({ balanceUsd, proposals }).toEqual({ balanceUsd: 500, proposals: [] });
    expect(turn.model.requests).toHaveLength(1);
  });

  it("leaves no pending spend in the new epoch", async () => {
    const turn = await resetDuring(1, proposes(paper), says("Waiting."));
    turn.answer();
    await turn.running;
    expect((await turn.other.state()).proposals).toEqual([]);
  });

  it("records its spends in the epoch in which it began, and reports why it ended", async () => {
    const turn = await resetDuring(2, proposes(tape), proposes({ ...tape, purpose: "more" }));
    turn.answer();
    expect(await turn.running).toMatchObject({
      assistant: expect.stringContaining("The workspace was reset"),
      awaitingApproval: false,
    });
    expect((await turn.other.state()).balanceUsd).toBe(500);
  });

  it("ends at the next renewal of its lease, even while the model writes", async () => {
    const turn = await resetDuring(1, proposes(tape));
    let isOver = false;
    void turn.running.then(() => (isOver = true));
    await expect.poll(() => turn.clock.sleepers).toBeGreaterThan(0);
    turn.clock.advance(5_000);
    await expect.poll(() => isOver).toBe(true);
    await expect(turn.running).resolves.toMatchObject({
      code: "turn_failed",
      message: expect.stringContaining("The workspace was reset"),
    });
  });

  it("does not spend after its lease was renewed in the new epoch", async () => {
    const turn = await resetDuring(2, calls("check_treasury"), proposes(tape));
    turn.clock.advance(5_000);
    turn.clock.advance(5_000);
    turn.answer();
    await turn.running;
    expect((await turn.other.state()).balanceUsd).toBe(500);
  });
});
