import { setTimeout as sleep } from "node:timers/promises";
import { isTreasuryError } from "@agent-treasury/provider";
import { createTreasury, type TreasuryEvent } from "@agent-treasury/treasury-core";
import { openStore } from "../stores/store.ts";
import { afterCommits } from "./after-commits.ts";
import { type EmitterTask, fastClock, type KillPoint, type ReceivedEvent } from "./emitter-task.ts";
import { leave, ownTask, print, readyToGo, toldToStop } from "./own-task.ts";
import { payerBudget } from "./payer-task.ts";

// Callers that propose and approve spends. Hooks post every event to the receiver.
const task = ownTask() as EmitterTask;
let left = task.kill?.after ?? Number.POSITIVE_INFINITY;

function killAt(point: KillPoint): void {
  if (task.kill?.at !== point) return;
  left -= 1;
  if (left >= 0) return;
  left = Number.POSITIVE_INFINITY;
  print("over");
  process.kill(process.pid, task.kill.signal);
}

async function post(event: TreasuryEvent): Promise<void> {
  killAt("delivering");
  const { id, kind, workspaceId } = event;
  const proposalId = "proposal" in event ? event.proposal.id : null;
  const noted: ReceivedEvent = { id, kind, workspaceId, proposalId };
  const answer = await fetch(task.receiver, { method: "POST", body: JSON.stringify(noted) });
  if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`);
  killAt("delivered");
}

await readyToGo();
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://localhost:3000",
  storage: afterCommits(openStore(task.store, fastClock.now), ({ create }) => {
    if (create.some(({ kind }) => kind === "event")) killAt("committed");
  }),
  clock: fastClock,
  budget: payerBudget,
  recoverySeconds: 0.1,
  hooks: { event: post },
  onFailure: () => {},
});
const stopped = new AbortController();
let spends = 0;

async function spend(workspaceId: string, amountUsd: number): Promise<void> {
  spends += 1;
  const purpose = `paper ${task.name} ${spends}`;
  const { proposal } = await treasury.propose({ workspaceId, amountUsd, vendor: "Acme", purpose });
  if (proposal.status !== "pending") return;
  const decision = spends % 4 === 0 ? "deny" : "approve";
  await treasury.decide({ workspaceId, proposalId: proposal.id, decision, operator: "Ada" });
}

const spending = Promise.all(
  Array.from({ length: task.callers }, async (_, caller) => {
    for (let turn = caller; !stopped.signal.aborted; turn += 1) {
      const workspaceId = task.workspaceIds[turn % task.workspaceIds.length] ?? "";
      try {
        await spend(workspaceId, turn % 2 === 0 ? 20 : 5);
      } catch (error) {
        if (!isTreasuryError(error)) throw error;
        print(error.code);
      }
      await sleep(20 + Math.random() * 40);
    }
  }),
);
await toldToStop();
stopped.abort();
await spending;
await treasury.close();
leave();
