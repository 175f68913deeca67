import { setTimeout as sleep } from "node:timers/promises";
import { Micros, isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { proposeSpend } from "../../packages/treasury-core/src/domain.ts";
import { openStore } from "../stores/store.ts";
import type { ContinuousTask, Refusal } from "./continuous-task.ts";
import { openHouse, usd } from "./house.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";

// Callers that spend until the storage refuses, and print each confirmed spend.
const { store, workspaceIds, callers } = ownTask() as ContinuousTask;
const storage = openStore(store);
const { committer, policy } = openHouse(storage, usd(1_000));
const pauseMs = 5;

async function spendUntilRefused(workspaceId: string): Promise<Refusal> {
  for (;;) {
    const id = `prop_${randomIdentifiers.random()}`;
    const spend = {
      id,
      agentId: "agent",
      amount: Micros.of(100n),
      vendor: "Example Cloud",
      purpose: "office paper",
      category: null,
      payment: null,
      salt: randomIdentifiers.random(),
    };
    try {
      const { status } = await committer.run(workspaceId, proposeSpend(spend, policy));
      if (status !== "executed") throw new Error(`A spend was ${status}.`);
      print(`${workspaceId} ${id}`);
    } catch (error) {
      if (!isTreasuryError(error)) throw error;
      return { code: error.code, message: error.message };
    }
    await sleep(pauseMs);
  }
}

await readyToGo();
const refusals = await Promise.all(
  Array.from({ length: callers }, (_, index) =>
    spendUntilRefused(workspaceIds[index % workspaceIds.length] ?? ""),
  ),
);
await committer.close();
await storage.close();
leave();
print(JSON.stringify(refusals));
