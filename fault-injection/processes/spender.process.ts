import { setTimeout as sleep } from "node:timers/promises";
import { isTreasuryError, Micros, randomIdentifiers } from "@agent-treasury/provider";
import { proposeSpend } from "../../packages/treasury-core/src/domain.ts";
import { openStore } from "../stores/store.ts";
import { housePayment } from "./house.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";
import { openRuledHouse, workspaceId } from "./ruled-house.ts";
import type { RuledSpend, SpenderTask } from "./spender-task.ts";

// Callers that propose their spends, and print each response.
const task = ownTask() as SpenderTask;
const storage = openStore(task.store);
const { committer, policy } = openRuledHouse(storage, task.limits);

async function propose({ id, allocationId, vendor, amount }: RuledSpend): Promise<string> {
  const spend = {
    id,
    agentId: "agent",
    allocationId,
    amount: Micros.of(amount),
    vendor,
    purpose: "office paper",
    category: null,
    payment: housePayment,
    salt: randomIdentifiers.random(),
  };
  for (;;) {
    try {
      return (await committer.run(workspaceId, proposeSpend(spend, policy))).status;
    } catch (error) {
      if (!isTreasuryError(error)) throw error;
      if (error.code !== "storage_error" && error.code !== "service_busy") return error.code;
      process.stderr.write(`${error.code}: ${String(error.cause)}\n`);
      await sleep(20);
    }
  }
}

await storage.load([{ workspaceId, keys: [] }]);
await readyToGo();
const spends = task.spends.values();
await Promise.all(
  Array.from({ length: task.callers }, async () => {
    for (const spend of spends) print(`${spend.id} ${await propose(spend)}`);
  }),
);
await committer.close();
await storage.close();
leave();
