import { createInterface } from "node:readline/promises";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { treasuryInProcess } from "@agent-treasury/tools-ai-sdk";
import { createTreasury } from "@agent-treasury/treasury-core";
import { createChat } from "./chat.ts";
import { scriptedModel } from "./scripted-model.ts";

const treasury = createTreasury({
  baseUrl: "http://localhost:3000",
  storage: sqliteStorage({ path: "chat.db" }),
  budget: { startingCapitalUsd: 100 },
});
const terminal = createInterface({ input: process.stdin, output: process.stdout });

// Here the approver sits at the same terminal. In production, approvers use the treasury's page.
const chat = createChat(
  scriptedModel(),
  treasuryInProcess(treasury, { agentId: "chat", agentName: "Chat" }),
  (proposalId, spend) => {
    void terminal.question(`Approver: pay ${spend}? (y/n) `).then((answer) =>
      treasury.decide({
        proposalId,
        decision: answer === "y" ? "approve" : "deny",
        operator: "Ada",
      }),
    );
  },
);

for (;;) console.log(await chat.say(await terminal.question("You: ")));
