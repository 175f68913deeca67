import { setTimeout as sleep } from "node:timers/promises";
import { isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { decideProposal, withdrawal } from "../../packages/treasury-core/src/domain.ts";
import { openStore } from "../stores/store.ts";
import type { ApproverTask, RacedDecision } from "./approver-task.ts";
import { housePayment } from "./house.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";
import { noRuledLimits, openRuledHouse, workspaceId } from "./ruled-house.ts";

// Callers that send decisions, and print each with its response.
const task = ownTask() as ApproverTask;
const storage = openStore(task.store);
const { committer, policy } = openRuledHouse(storage, noRuledLimits);

async function decide({ decision, ...by }: RacedDecision): Promise<string> {
  const salt = randomIdentifiers.random();
  const input = { ...by, comment: null, payment: housePayment, salt };
  const command =
    decision === "withdraw"
      ? withdrawal(by.proposalId, by.operator)
      : decideProposal({ ...input, decision }, policy);
  for (;;) {
    try {
      return (await committer.run(workspaceId, command)).status;
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
const sequences = task.sequences.values();
await Promise.all(
  Array.from({ length: task.callers }, async () => {
    for (const sequence of sequences) {
      for (const one of sequence) print(JSON.stringify({ ...one, answer: await decide(one) }));
    }
  }),
);
await committer.close();
await storage.close();
leave();
