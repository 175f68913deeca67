import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { benchTreasury, workspaceId } from "./bench-treasury.ts";
import { type ContestantName, contestants } from "./contestants.ts";
import type { Question, Ready } from "./server-process.ts";

/** Serves one contestant. The arguments are its name and the number of spends. */
const [, , name, spends] = process.argv;
const { treasury, proposalId } = await benchTreasury("http://127.0.0.1", Number(spends));
const server = createServer(contestants[name as ContestantName](treasury));

process.on("message", (question: Question) => {
  void answer(question).then((figure) => process.send?.(figure));
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, proposalId } satisfies Ready);
});

async function answer({ kind, calls }: Question): Promise<number> {
  const before = processorMicroseconds();
  if (kind === "processor") return before;
  for (let call = 0; call < calls; call += 1) {
    if (kind === "read") JSON.stringify(await treasury.state(workspaceId));
    else await decideAgain();
  }
  return (processorMicroseconds() - before) / calls;
}

async function decideAgain(): Promise<void> {
  const proposal = await treasury.decide({ workspaceId, proposalId, decision: "deny" });
  JSON.stringify({ proposal, state: await treasury.state(workspaceId) });
}

function processorMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
