import { Micros, randomIdentifiers } from "@agent-treasury/provider";
import { proposeSpend } from "../../packages/treasury-core/src/domain.ts";
import { openStore } from "../stores/store.ts";
import { housePayment } from "./house.ts";
import { ownTask, print } from "./own-task.ts";
import { runCallers, statusAfter } from "./ruled-callers.ts";
import { openRuledHouse } from "./ruled-house.ts";
import type { RuledSpend, SpenderTask } from "./spender-task.ts";

// Callers that propose their spends, and print each response.
const { store, limits, spends, callers } = ownTask() as SpenderTask;
const engine = openRuledHouse(openStore(store), limits);

function propose({ id, allocationId, vendor, amount }: RuledSpend): Promise<string> {
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
  return statusAfter(engine, proposeSpend(spend, engine.policy));
}

await runCallers({
  engine,
  items: spends,
  callers,
  call: async (spend) => print(`${spend.id} ${await propose(spend)}`),
});
