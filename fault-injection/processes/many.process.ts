import { setTimeout as sleep } from "node:timers/promises";
import { randomIdentifiers, Micros } from "@agent-treasury/provider";
import { proposeSpend } from "../../packages/treasury-core/src/domain.ts";
import { openStore } from "../stores/store.ts";
import { openHouse, usd } from "./house.ts";
import type { ManyTask } from "./many-task.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";

// Callers that each spend from random workspaces until the time is over.
const task = ownTask() as ManyTask;
const storage = openStore(task.store);
const { committer, policy } = openHouse(storage, usd(1_000));
const workspaceIds = Array.from({ length: task.workspaces }, (_, index) => `workspace-${index}`);
let spends = 0;
let failures = 0;
let deadlocked = 0;

/** Resolves when the spend is executed. It repeats failed calls, which is idempotent. */
async function spendOnce(workspaceId: string): Promise<void> {
  const spend = {
    id: `prop_${randomIdentifiers.random()}`,
    agentId: "agent",
    amount: Micros.of(100n),
    vendor: "Example Cloud",
    purpose: "office paper",
    category: null,
    payment: null,
    salt: randomIdentifiers.random(),
  };
  for (;;) {
    try {
      const { status } = await committer.run(workspaceId, proposeSpend(spend, policy));
      if (status !== "executed") throw new Error(`A spend was ${status}.`);
      spends += 1;
      return;
    } catch (error) {
      failures += 1;
      if (isDeadlock(error)) deadlocked += 1;
      if (failures > 1_000) throw error;
      process.stderr.write(`${String(error)}\n`);
      await sleep(50);
    }
  }
}

/** Whether a caller received a deadlock. */
function isDeadlock(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === "40P01";
}

await storage.load([{ workspaceId: "workspace-0", keys: [] }]);
await readyToGo();
const end = performance.now() + task.seconds * 1_000;
await Promise.all(
  Array.from({ length: task.callers }, async () => {
    while (performance.now() < end) {
      const workspaceId = workspaceIds[Math.floor(Math.random() * workspaceIds.length)];
      await spendOnce(workspaceId ?? "");
    }
  }),
);
await committer.close();
await storage.close();
leave();
print(JSON.stringify({ spends, failures, deadlocked }));
