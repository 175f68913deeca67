import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import {
  treasuryInProcess,
  treasuryTools,
  waitForOutcome,
  waitingProposals,
} from "@agent-treasury/tools-openai-agents";
import { Agent, RunState, Runner } from "@openai/agents";
import { modelWithoutKey } from "./model-without-key.ts";
import { openTreasury } from "./treasury.ts";

const folder = process.env["WORKER_FOLDER"] ?? ".data";
const saved = `${folder}/run.json`;
const hasKey = process.env["OPENAI_API_KEY"] !== undefined;
mkdirSync(folder, { recursive: true });

const treasury = openTreasury(folder);
const access = treasuryInProcess(treasury, { agentId: "buyer", agentName: "Buyer" });
const agent = new Agent({
  name: "Buyer",
  instructions: "You buy what is asked for with the treasury's tools.",
  tools: treasuryTools(access),
  ...(!hasKey && { model: modelWithoutKey() }),
});
const runner = new Runner({ tracingDisabled: !hasKey });

let result = await runner.run(agent, await startOrResume());
while (result.interruptions.length > 0) {
  save(result.state.toString());
  for (const { id, amountUsd, vendor } of await waitingProposals(access, result.state)) {
    console.log(`Waiting for approval of ${amountUsd} USD to ${vendor}: ${id}`);
    await waitForOutcome(access, id);
  }
  result = await runner.run(agent, result.state);
}
rmSync(saved, { force: true });
console.log(result.finalOutput);
await treasury.close();

async function startOrResume() {
  if (!existsSync(saved)) return "Buy a lamp from Acme for 40 USD.";
  return RunState.fromString(agent, readFileSync(saved, "utf8"));
}

/** Replaces the file in one step, so that a crash leaves the previous one. */
function save(state: string): void {
  writeFileSync(`${saved}.new`, state);
  renameSync(`${saved}.new`, saved);
}
