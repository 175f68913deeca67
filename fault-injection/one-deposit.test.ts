import { sandboxPayments } from "@agent-treasury/sandbox";
import { sandboxSessionFiles } from "@agent-treasury/sandbox/node";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { isLong, storesOfForm } from "./long.ts";
import { runProcess, runTogether } from "./processes/run-process.ts";
import { entriesOf } from "./stores/entries.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const baseUrl = "http://localhost:3000";
/** Per process: a hundred in all. */
const callers = isLong ? [13, 13, 13, 13, 12, 12, 12, 12] : [25, 25, 25, 25];

describe(`a deposit that a hundred callers confirm concurrently, in ${callers.length} processes`, () => {
  const stores: [string, () => StoreAddress][] = [
    ["SQLite", () => ({ kind: "sqlite", path: pathOf("deposit.db") })],
    ["PostgreSQL", () => postgres.newStore()],
  ];
  it.each(storesOfForm(stores, 0))(
    "is credited once on %s, and every caller receives that result",
    async (name, at) => {
      const store = at();
      const sessionsPath = pathOf(`sessions-${name}`);
      const payments = sandboxPayments({ baseUrl, store: sandboxSessionFiles(sessionsPath) });
      const treasury = createTreasury({
        baseUrl,
        storage: openStore(store),
        payments: { processor: payments },
      });
      const { id: sessionId } = await treasury.startDeposit({ workspaceId: "acme", amountUsd: 25 });
      await payments.complete(sessionId);

      const answers = await runTogether(
        callers.map((count) =>
          runProcess("depositor", { store, sessionsPath, sessionId, callers: count }),
        ),
      );
      const answered = answers
        .flat()
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      expect(answered).toHaveLength(100);
      expect(answered.filter(({ duplicate }) => duplicate === false)).toHaveLength(1);
      for (const one of answered)
        expect(one).toMatchObject({ paid: true, depositedUsd: 25, balanceUsd: 25 });

      expect(await treasury.verify("acme")).toMatchObject({ valid: true, entriesChecked: 1 });
      await treasury.close();
      const storage = openStore(store);
      expect((await entriesOf(storage, "acme")).map(({ amount }) => amount)).toEqual([25_000_000n]);
      await storage.close();
    },
  );
});
