import { describe, expect, it } from "vitest";
import { says, testModel } from "../test-model.fixture.ts";
import { house, stoppedClock } from "../two-processes.fixture.ts";

const yearMs = 365 * 86_400_000;
const message = "Go.";

/** A turn whose process crashed while the clock was a year ahead; the clock is right again. */
async function leftByClockAhead() {
  const home = house();
  home.clock.advance(yearMs);
  const model = testModel("wait");
  const crashed = home.open(model, { clock: stoppedClock(home.clock) });
  void crashed.runTurn({ message }).catch(() => undefined);
  await model.askedTimes(1);
  home.clock.advance(-yearMs);
  return home;
}

describe("a turn's lease that was written under a clock far ahead", () => {
  it("keeps no other turn of the workspace out", async () => {
    const { open } = await leftByClockAhead();
    const treasury = open(testModel(says("Done.")));
    expect(await treasury.runTurn({ message })).toMatchObject({ assistant: "Done." });
  });

  it("is over after a reset as well", async () => {
    const { open } = await leftByClockAhead();
    const treasury = open(testModel(says("Done.")));
    await treasury.reset({ operator: "ada" });
    expect(await treasury.runTurn({ message })).toMatchObject({ assistant: "Done." });
  });

  it("is found by a recovery once another turn has begun", async () => {
    const { open, clock } = await leftByClockAhead();
    const treasury = open(testModel(says("Done.")));
    await treasury.runTurn({ message });
    clock.advance(1);
    expect((await treasury.recover()).turns).toEqual({ taken: 1, rested: 1, failed: 0 });
  });

  it("of ordinary length still keeps other turns out", async () => {
    const { open, clock } = house();
    const model = testModel("wait");
    const treasury = open(model, { clock: stoppedClock(clock) });
    void treasury.runTurn({ message }).catch(() => undefined);
    await model.askedTimes(1);
    clock.advance(-5_000);
    const other = open(testModel(says("Done.")));
    await expect(other.runTurn({ message })).rejects.toMatchObject({ code: "turn_in_progress" });
  });
});
