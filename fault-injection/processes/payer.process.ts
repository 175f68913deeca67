import { setTimeout as sleep } from "node:timers/promises";
import { isTreasuryError, type PaymentExecutor, type SpendOrder } from "@agent-treasury/provider";
import { createTreasury } from "@agent-treasury/treasury-core";
import { openStore } from "../stores/store.ts";
import { leave, ownTask, print, readyToGo, toldToStop } from "./own-task.ts";
import { payerBudget, type PayerTask, payerWorkspace as workspaceId } from "./payer-task.ts";

// Callers that propose spends, of which a person approves what policy leaves pending: every third
// one by its amount, and on a slow machine others too. Otherwise the pending ones reach their limit,
// and nothing is paid. Recovery repeats payments that the payee did not receive.
const task = ownTask() as PayerTask;

function paid({ proposalId, amount }: SpendOrder) {
  const captures = [{ id: `capture-${proposalId}`, amount }];
  return { kind: "executed", captures, reference: proposalId } as const;
}

/**
 * Pays by HTTP after some delay, in which the process may be stopped, and even if the treasury no
 * longer waits. The payee records a proposal once.
 */
function executorAt(payee: string): PaymentExecutor {
  const call = async (route: "pay" | "find", { proposalId }: SpendOrder) => {
    const query = new URLSearchParams({ proposalId, process: task.name });
    const response = await fetch(`${payee}/${route}?${query.toString()}`, { method: "POST" });
    return (await response.json()) as boolean;
  };
  return {
    specificationVersion: "1",
    provider: "payee",
    keyLifetimeMs: 86_400_000,
    mode: () => "sandbox",
    pay: async (order) => {
      await sleep(Math.random() * 20);
      await call("pay", order);
      return paid(order);
    },
    find: async (order) => ((await call("find", order)) ? paid(order) : { kind: "not_sent" }),
  };
}

await readyToGo();
const { payee, timeoutMs } = task;
const timeoutSeconds = timeoutMs / 1_000;
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://localhost:3000",
  storage: openStore(task.store),
  budget: payerBudget,
  recoverySeconds: payee === null ? false : 0.1,
  onFailure: () => {},
  ...(payee && { executors: { executor: executorAt(payee), timeoutSeconds } }),
});
const stopped = new AbortController();
let spends = 0;

async function spend(amountUsd: number): Promise<string> {
  spends += 1;
  const purpose = `paper ${task.name} ${spends}`;
  const request = { agentId: task.name, amountUsd, vendor: "Acme", purpose };
  const { proposal } = await treasury.propose({ workspaceId, ...request });
  if (proposal.status !== "pending") return proposal.status;
  const decision = { workspaceId, proposalId: proposal.id, decision: "approve" } as const;
  return (await treasury.decide({ ...decision, operator: "Ada" })).status;
}

const spending = Promise.all(
  Array.from({ length: task.callers }, async (_, caller) => {
    while (!stopped.signal.aborted) {
      try {
        print(await spend(caller % 3 === 0 ? 20 : 5));
      } catch (error) {
        if (!isTreasuryError(error)) throw error;
        print(error.code);
        // Pending proposals add up while the workspace is frozen.
        await sleep(20);
      }
    }
  }),
);
await toldToStop();
stopped.abort();
await spending;
await treasury.close();
leave();
