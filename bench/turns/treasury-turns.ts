import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelMessage, ModelPart, Storage, LanguageModel } from "@agent-treasury/provider";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { type AgentTurnResult, createTreasury, defineTool } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { lookingUp, paying, scriptFor } from "./turn-script.ts";
import { type ToolCounts, type TurnSystem, expectLastWord } from "./turn-system.ts";
import { lookingTool } from "./turn-tools.ts";

/** The workspaces of the flows. */
export type Workspaces =
  /** Each in a new workspace. */
  | "new"
  /** All in one, whose state is part of every response and lists the newest hundred spends. */
  | "one";

/** The complete treasury in memory. */
export async function treasuryInMemory(workspaces: Workspaces): Promise<TurnSystem> {
  return openTreasury(memoryStorage(), workspaces, () => Promise.resolve());
}

/** The same on a file, where each commit is flushed. */
export async function treasuryOnSqlite(workspaces: Workspaces): Promise<TurnSystem> {
  const directory = await mkdtemp(join(tmpdir(), "treasury-turns-"));
  const storage = sqliteStorage({ path: join(directory, "treasury.db") });
  return openTreasury(storage, workspaces, () => rm(directory, { recursive: true, force: true }));
}

async function openTreasury(
  storage: Storage,
  workspaces: Workspaces,
  cleanUp: () => Promise<void>,
): Promise<TurnSystem> {
  const counts: ToolCounts = { paid: 0, lookedUp: 0 };
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    model,
    tools: [defineTool({ ...lookingTool(counts), effect: "read" })],
    budget: {
      startingCapitalUsd: 1_000_000_000,
      dailySpendCapUsd: 1_000_000_000,
      autoApproveUnderUsd: 0,
    },
  });
  let opened = 0;
  const workspace = (): string => (workspaces === "one" ? "one" : `workspace-${(opened += 1)}`);
  return {
    counts,
    approvalFlow: async () => {
      const workspaceId = workspace();
      const waiting = await treasury.runTurn({ workspaceId, message: paying.directive });
      const proposalId = proposalOf(waiting, "pending");
      await treasury.decide({ workspaceId, proposalId, decision: "approve", operator: "ada" });
      const end = await treasury.resumeTurn({ workspaceId, turnId: waiting.turnId });
      if (proposalOf(end, "executed") === proposalId) counts.paid += 1;
      expectLastWord(end.assistant, paying.lastWord);
    },
    tenSteps: async () => {
      const request = { workspaceId: workspace(), message: lookingUp.directive };
      expectLastWord((await treasury.runTurn(request)).assistant, lookingUp.lastWord);
    },
    close: async () => {
      await treasury.close();
      await cleanUp();
    },
  };
}

/** Writes its calls as markup, which every model can do. */
const model: LanguageModel = {
  specificationVersion: "1",
  provider: "bench",
  modelId: "at-once",
  async *stream({ messages }): AsyncGenerator<ModelPart> {
    const script = scriptFor(messages[1]?.content ?? "");
    const said = script.say(messages.filter(isResult).length);
    if (said.kind === "text") yield said;
    else {
      const call = JSON.stringify({ name: said.name, arguments: said.arguments });
      yield { kind: "text", text: `<tool_call>${call}</tool_call>` };
    }
    yield { kind: "finish", reason: "stop", usage: { inputTokens: 10, outputTokens: 5 } };
  },
};

function isResult({ role, content }: ModelMessage): boolean {
  return role === "user" && content.startsWith("<tool_response>");
}

/** The id of the newest proposal of that status in a turn's events. */
function proposalOf({ events }: AgentTurnResult, status: string): string {
  for (const event of events.toReversed()) {
    if (event.kind === "proposal" && event.proposal.status === status) return event.proposalId;
  }
  throw new Error(`A turn has no proposal that is ${status}.`);
}
