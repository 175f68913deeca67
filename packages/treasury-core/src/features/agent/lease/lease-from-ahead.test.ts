import { describe, expect, it } from "vitest";
import { says, testModel } from "../test-model.fixture.ts";
import { testDeployment, stoppedClock } from "../two-processes.fixture.ts";

const yearMs = 365 * 86_400_000;
const message = "Go.";

/** A turn whose process crashed while the clock was a year ahead. The clock is correct again. */
async function turnOfFastClock() {
  const deployment = testDeployment();
  deployment.clock.advance(yearMs);
  const model = testModel("wait");
  const crashed = deployment.open(model, { clock: stoppedClock(deployment.clock) });
  void crashed.runTurn({ message }).catch(() => undefined);
  await model.askedTimes(1);
  deployment.clock.advance(-yearMs);
  return deployment;
}

describe("a turn's lease from a clock that was far ahead", () => {
  it("does not block other turns of the workspace", async () => {
    const { open } = await turnOfFastClock();
    const treasury = open(testModel(says("Done.")));
    expect(await treasury.runTurn({ message })).toMatchObject({ assistant: "Done." });
  });

  it("does not block other turns after a reset", async () => {
    const { open } = await turnOfFastClock();
    const treasury = open(testModel(says("Done.")));
    await treasury.reset({ operator: "ada" });
    expect(await treasury.runTurn({ message })).toMatchObject({ assistant: "Done." });
  });

  it("is recovered once another turn has started", async () => {
    const { open, clock } = await turnOfFastClock();
    const treasury = open(testModel(says("Done.")));
    await treasury.runTurn({ message });
    clock.advance(1);
    expect((await treasury.recover()).turns).toEqual({ taken: 1, rested: 1, failed: 0 });
  });

  it("blocks other turns if its length is valid", async () => {
    const { open, clock } = testDeployment();
    const model = testModel("wait");
    const treasury = open(model, { clock: stoppedClock(clock) });
    void treasury.runTurn({ message }).catch(() => undefined);
    await model.askedTimes(1);
    clock.advance(-5_000);
    const other = open(testModel(says("Done.")));
    await expect(other.runTurn({ message })).rejects.toMatchObject({ code: "turn_in_progress" });
  });
});
