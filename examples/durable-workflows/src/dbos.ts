// A purchase as a workflow of DBOS: node dbos.ts <order>
import { DBOS } from "@dbos-inc/dbos-sdk";
import { type Outcome, type Purchase, pauseSeconds, propose, readOutcome } from "./purchase.ts";

const buy = DBOS.registerWorkflow(
  async (purchase: Purchase): Promise<Outcome> => {
    const order = DBOS.workflowID ?? "";
    const proposalId = await DBOS.runStep(() => propose(purchase, order), { name: "propose" });
    for (;;) {
      const outcome = await DBOS.runStep(() => readOutcome(proposalId), { name: "read" });
      if (outcome !== null) return outcome;
      await DBOS.sleepSeconds(pauseSeconds);
    }
  },
  { name: "buy" },
);

const [, , order = "order-1"] = process.argv;
const { DATABASE_URL: systemDatabaseUrl = "" } = process.env;
DBOS.setConfig({ name: "shop", systemDatabaseUrl, logLevel: "error" });
// Continues workflows that a process left.
await DBOS.launch();
const purchase = { amountUsd: 24, vendor: "Namecheap", purpose: `the domain of ${order}` };
const handle = await DBOS.startWorkflow(buy, { workflowID: order })(purchase);
console.log(JSON.stringify(await handle.getResult()));
await DBOS.shutdown();
