import {
  type Clock,
  isTreasuryError,
  Micros,
  type PaymentExecutor,
  type SpendFinding,
  type SpendNotice,
  type SpendOutcome,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { createTreasury } from "@agent-treasury/treasury-core";
import { openStore } from "../stores/store.ts";
import { cardSpendUsd, type CardTask, cardWorkspace as workspaceId } from "./card-task.ts";
import { leave, ownTask, readyToGo } from "./own-task.ts";

const task = ownTask() as CardTask;
let { aheadMs } = task;
const now = (): number => Date.now() + aheadMs;
const clock: Clock = { ...systemClock, now };

let commits = 0;
function killedInCommits(storage: Storage): Storage {
  return {
    ...forwardedStorage(storage),
    commit: async (given) => {
      commits += 1;
      const isLast = commits === task.kill?.commit;
      if (isLast && !task.kill.isAfter) process.kill(process.pid, "SIGKILL");
      const outcomes = await storage.commit(given);
      if (isLast) process.kill(process.pid, "SIGKILL");
      return outcomes;
    },
  };
}

async function ask(path: string): Promise<unknown> {
  const answer = await fetch(`${task.network}${path}`);
  return JSON.parse(await answer.text(), (name, value: unknown) =>
    name === "amount" ? Micros.of(value as string) : value,
  );
}

const executor: PaymentExecutor = {
  specificationVersion: "1",
  provider: "cards",
  keyLifetimeMs: 86_400_000,
  mode: () => "sandbox",
  pay: async ({ proposalId }) => (await ask(`/pay?id=${proposalId}`)) as SpendOutcome,
  find: async ({ proposalId }) => (await ask(`/find?id=${proposalId}`)) as SpendFinding,
};
const storage = openStore(task.store, now);
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://localhost:3000",
  storage: killedInCommits(storage),
  clock,
  executors: { executor, timeoutSeconds: 1 },
  budget: {
    startingCapitalUsd: 1_000_000,
    maxSpendPerActionUsd: 50,
    autoApproveUnderUsd: 50,
    autoApproveDailyUsd: 1_000_000,
    dailySpendCapUsd: 1_000_000,
    minReserveUsd: 0,
  },
  recoverySeconds: false,
});

async function buy(purpose: string): Promise<void> {
  const spend = { amountUsd: cardSpendUsd, vendor: "Acme", purpose, agentId: "buyer" };
  await treasury.propose({ workspaceId, ...spend });
}

/** Records each notice, then confirms that it was received. Others are delivered again. */
async function receive(): Promise<void> {
  const notices = (await ask("/notices")) as readonly (SpendNotice & { readonly id: number })[];
  for (const { id, ...notice } of notices) {
    try {
      await treasury.recordSpendNotice(notice);
      await ask(`/received?id=${id}`);
    } catch (error) {
      if (!isTreasuryError(error)) throw error;
    }
  }
}

await readyToGo();
await Promise.all(task.purchases.map(buy));
for (let round = 0; round < task.rounds; round += 1) {
  await receive();
  await treasury.recover();
  aheadMs += task.stepMs;
}
await treasury.close();
await storage.close();
leave();
