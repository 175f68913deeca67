import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { payingFetch } from "./paying-fetch.ts";
import { requireDelivery, runProgram } from "./program.ts";

const price = 0.5;

await runProgram(async (setting) => {
  const fetchWithPayment = payingFetch(setting);
  const database = new DatabaseSync(join(setting.folder, "spend.db"), { timeout: 10_000 });
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS budget (id INTEGER PRIMARY KEY, spent REAL NOT NULL);
    INSERT INTO budget VALUES (1, 0) ON CONFLICT DO NOTHING;
  `);
  const read = database.prepare("SELECT spent FROM budget WHERE id = 1");
  const add = database.prepare("UPDATE budget SET spent = spent + ? WHERE id = 1");
  return {
    buy: async ({ url }) => {
      const { spent } = read.get() as { readonly spent: number };
      if (spent + price > setting.capDollars) throw new Error("The budget is spent.");
      await requireDelivery(await fetchWithPayment(url));
      add.run(price);
    },
    close: async () => database.close(),
  };
});
