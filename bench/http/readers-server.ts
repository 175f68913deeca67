import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { LanguageModel } from "@agent-treasury/provider";
import type { Ready } from "./server-process.ts";

type Core = typeof import("@agent-treasury/treasury-core");
type Sqlite = typeof import("@agent-treasury/storage-sqlite");
type Adapter = typeof import("@agent-treasury/adapter-express");

/**
 * Serves a treasury on SQLite. The arguments are the checkout, the database and the state's size.
 */
const [, , checkout = "", path = "", bytes = "0"] = process.argv;
const workspaceId = "demo";
const callsInTurn = 5;
const mostTurns = 100;

function sizeOf(state: object): number {
  return Buffer.byteLength(JSON.stringify(state));
}

async function ofCheckout<Module>(packageName: string): Promise<Module> {
  const file = join(checkout, "packages", packageName, "src/index.ts");
  return (await import(pathToFileURL(file).href)) as Module;
}

/** Proposes spends, half of which stay pending, then ends the turn. */
function spendingModel(purpose: string): LanguageModel {
  let asked = 0;
  return {
    specificationVersion: "1",
    provider: "bench",
    modelId: "bench",
    async *stream() {
      asked += 1;
      const calls = Array.from({ length: callsInTurn }, (_, index) =>
        JSON.stringify({
          name: "propose_spend",
          arguments: {
            amountUsd: index % 2 === 0 ? 1 : 20,
            vendor: "Example Cloud",
            purpose: `${purpose} Part ${asked}.${index}`,
          },
        }),
      );
      const text = calls.map((call) => `<tool_call>${call}</tool_call>`).join("\n");
      yield { kind: "text", text: asked % 2 === 1 ? text : "Done." };
      yield { kind: "finish", reason: "stop", usage: null };
    },
  };
}

const { createTreasury } = await ofCheckout<Core>("treasury-core");
const { sqliteStorage } = await ofCheckout<Sqlite>("storage-sqlite");
const { expressHandler } = await ofCheckout<Adapter>("adapter-express");
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://127.0.0.1",
  storage: sqliteStorage({ path }),
  model: spendingModel("A month of storage for the archive of invoices. ".repeat(9)),
  budget: {
    startingCapitalUsd: 1_000_000,
    autoApproveUnderUsd: 10,
    autoApproveDailyUsd: 1_000_000,
    dailySpendCapUsd: 1_000_000,
  },
});
let state = await treasury.state(workspaceId);
for (let turn = 0; turn < mostTurns && sizeOf(state) < Number(bytes); turn += 1) {
  ({ state } = await treasury.runTurn({ workspaceId, message: "Buy storage." }));
  const waiting = state.proposals.filter(({ status }) => status === "pending");
  for (const { id: proposalId } of waiting.slice(90)) {
    await treasury.decide({ workspaceId, proposalId, decision: "approve" });
  }
}
const handler = expressHandler(treasury);
const server = createServer((request, response) => void handler(request, response));
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, proposalId: String(sizeOf(state)) } satisfies Ready);
});
