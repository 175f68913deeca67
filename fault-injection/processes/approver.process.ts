import { randomIdentifiers } from "@agent-treasury/provider";
import { decideProposal, withdrawal } from "../../packages/treasury-core/src/domain.ts";
import { openStore } from "../stores/store.ts";
import type { ApproverTask, RacedDecision } from "./approver-task.ts";
import { housePayment } from "./house.ts";
import { ownTask, print } from "./own-task.ts";
import { runCallers, statusAfter } from "./ruled-callers.ts";
import { noRuledLimits, openRuledHouse } from "./ruled-house.ts";

// Callers that send decisions, and print each with its response.
const { store, sequences, callers } = ownTask() as ApproverTask;
const engine = openRuledHouse(openStore(store), noRuledLimits);

function decide({ decision, ...by }: RacedDecision): Promise<string> {
  const salt = randomIdentifiers.random();
  const input = { ...by, comment: null, payment: housePayment, salt };
  const command =
    decision === "withdraw"
      ? withdrawal(by.proposalId, by.operator)
      : decideProposal({ ...input, decision }, engine.policy);
  return statusAfter(engine, command);
}

await runCallers({
  engine,
  items: sequences,
  callers,
  call: async (sequence) => {
    for (const one of sequence) print(JSON.stringify({ ...one, answer: await decide(one) }));
  },
});
