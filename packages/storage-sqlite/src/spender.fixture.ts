import { flushCompileCache } from "node:module";
import { scriptedModel } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { payeeExecutor } from "./payee.fixture.ts";
import { sqliteStorage } from "./sqlite-storage.ts";

// Pays one item after another until it is killed, and completes the spends of earlier processes.
flushCompileCache();
const [path = "", payeeUrl = "", workspaceId = ""] = process.argv.slice(2);
const treasury = createTreasury({
  baseUrl: "http://localhost:3000",
  storage: sqliteStorage({ path }),
  executors: { executor: payeeExecutor(payeeUrl), timeoutSeconds: 2 },
  model: scriptedModel(),
  budget: {
    startingCapitalUsd: 1_000_000,
    dailySpendCapUsd: 1_000_000,
    autoApproveDailyUsd: 1_000_000,
  },
  recoverySeconds: 0.05,
  onFailure: () => {},
});
for (let thing = 1; ; thing += 1) {
  await treasury.runTurn({ workspaceId, message: `buy pencil ${thing} from Acme for $3` });
}
