import { describe, expect, it } from "vitest";
import { entryFromBody, readTreasury } from "../packages/treasury-core/src/domain.ts";
import { openHouse, usd } from "./processes/house.ts";
import { type TestProcess, runProcess, runTogether } from "./processes/run-process.ts";
import { entriesOf } from "./stores/entries.ts";
import { openStore } from "./stores/store.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const postgres = testPostgres();
const workspaceId = "acme";
/** Of five dollars each. The cap of a day is a hundred, so one process alone may reach it. */
const spends = 40;

/** Where the day began already, and where it ends last. */
const ahead = { name: "ahead", hours: 24, zone: "Pacific/Kiritimati" };
const behind = { name: "behind", hours: -24, zone: "Pacific/Pago_Pago" };

/** The day of the database, whose clock is this machine's. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

describe("processes whose clocks are two days apart, in zones that are a day apart", () => {
  it.each([
    ["the one behind first", [[behind], [ahead]]],
    ["the one ahead first", [[ahead], [behind]]],
    ["both at once", [[ahead, behind]]],
  ])("spend one day's cap on PostgreSQL, not two: %s", async (_, turns) => {
    const startedOn = today();
    const store = postgres.newStore();
    const start = ({ name, hours, zone }: typeof ahead): TestProcess =>
      runProcess("displaced", { name, store, workspaceId, hours, spends }, { TZ: zone });
    const answers: string[] = [];
    const dates = new Set<string>();
    for (const turn of turns) {
      for (const lines of await runTogether(turn.map(start))) {
        answers.push(...lines.slice(0, -1));
        dates.add(new Date(lines.at(-1) ?? "").toDateString());
      }
    }
    // Clocks that agreed would have shown nothing.
    expect(dates.size).toBe(2);
    const executed = answers.filter((answer) => answer.startsWith("executed"));
    expect(answers).toHaveLength(2 * spends);
    const storage = openStore(store);
    const state = await readTreasury(openHouse(storage, usd(10_000)), workspaceId);
    const entries = await entriesOf(storage, workspaceId);
    await storage.close();
    const days = new Set(entries.map(({ body }) => entryFromBody(body).day));
    expect(executed).toHaveLength(20 * days.size);
    // There are two only where midnight came while the test ran, by the database's clock.
    for (const day of days) expect([startedOn, today()]).toContain(day);
    expect(state.spentTodayUsd).toBe(100);
  });
});
