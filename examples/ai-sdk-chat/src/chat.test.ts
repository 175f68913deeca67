import { treasuryInProcess } from "@agent-treasury/tools-ai-sdk";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect, it } from "vitest";
import { createChat } from "./chat.ts";
import { scriptedModel } from "./scripted-model.ts";

it.each([
  ["approve", "executed", 24],
  ["deny", "denied", 0],
] as const)("buys only what a person approves (%s)", async (decision, status, expenseUsd) => {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
  });
  const access = treasuryInProcess(treasury, { agentId: "chat" });
  const asked: string[] = [];
  const chat = createChat(scriptedModel(), access, (proposalId, spend) => {
    asked.push(spend);
    void treasury.decide({ proposalId, decision, operator: "Ada", comment: "Noted." });
  });
  const answer = await chat.say("Buy a domain from Namecheap for $24");
  expect(asked).toEqual(["$24 to Namecheap"]);
  expect(answer).toContain(`"status":"${status}"`);
  expect(answer).toContain("Noted.");
  expect(await treasury.state()).toMatchObject({ expenseUsd });
  await treasury.close();
});
