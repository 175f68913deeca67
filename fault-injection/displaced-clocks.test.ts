import { describe, expect, it } from "vitest";
import { entryFromBody, readTreasury } from "../packages/treasury-core/src/domain.ts";
import { isLong } from "./long.ts";
import { openHouse, usd } from "./processes/house.ts";
import { type TestProcess, runProcess, runTogether } from "./processes/run-process.ts";
import { entriesOf } from "./stores/entries.ts";
import { openStore } from "./stores/store.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const postgres = testPostgres();
const workspaceId = "acme";
/** Of five dollars each. The daily cap is a hundred, so one process alone can reach it. */
const spends = 24;

/** The zones where the day begins first and ends last. */
const ahead = { name: "ahead", hours: 24, zone: "Pacific/Kiritimati" };
const behind = { name: "behind", hours: -24, zone: "Pacific/Pago_Pago" };

/** The day of the database, which uses this machine's clock. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

describe("processes with clocks two days apart, in zones a day apart", () => {
  const inTurns: [string, (typeof ahead)[][]][] = [
    ["the one ahead first", [[ahead], [behind]]],
    ["the one behind first", [[behind], [ahead]]],
    ["both at once", [[ahead, behind]]],
  ];
  it.each(isLong ? inTurns : inTurns.slice(1))(
    "share one daily cap on PostgreSQL: %s",
    async (_, turns) => {
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
      // Equal clocks would prove nothing.
      expect(dates.size).toBe(2);
      const executed = answers.filter((answer) => answer.startsWith("executed"));
      expect(answers).toHaveLength(2 * spends);
      const storage = openStore(store);
      const state = await readTreasury(openHouse(storage, usd(10_000)), workspaceId);
      const entries = await entriesOf(storage, workspaceId);
      await storage.close();
      const days = new Set(entries.map(({ body }) => entryFromBody(body).day));
      expect(executed).toHaveLength(20 * days.size);
      // There are two days only if the database's midnight passed during the test.
      for (const day of days) expect([startedOn, today()]).toContain(day);
      expect(state.spentTodayUsd).toBe(100);
    },
  );
});
