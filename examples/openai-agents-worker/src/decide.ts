import { openTreasury } from "./treasury.ts";

const treasury = openTreasury(process.env["WORKER_FOLDER"] ?? ".data");
const decision = process.argv[2] === "deny" ? "deny" : "approve";
const { proposals } = await treasury.state();
for (const { id, status } of proposals) {
  if (status !== "pending") continue;
  await treasury.decide({ proposalId: id, decision, operator: "Ada" });
  console.log(`${id}: ${decision}`);
}
await treasury.close();
