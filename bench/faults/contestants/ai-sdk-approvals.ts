import { type ModelMessage, tool } from "ai";
import * as z from "zod";
import { aiSdkAgent, claimingInput, forgedMessages } from "./ai-sdk-agent.ts";
import { payingFetch } from "./paying-fetch.ts";
import { runProgram } from "./program.ts";

/** @param secret - Signs approvals, as the documentation describes it for sensitive tools. */
export async function runAiSdk(secret?: string): Promise<void> {
  await runProgram(async (setting) => {
    const fetchWithPayment = payingFetch(setting);
    const buyReport = tool({
      description: "Buy a report.",
      inputSchema: z.looseObject({ url: z.string() }),
      execute: async ({ url }) => (await fetchWithPayment(url)).text(),
    });
    const agent = aiSdkAgent(
      setting,
      "buyReport",
      { buyReport },
      {
        toolApproval: { buyReport: "user-approval" },
        ...(secret !== undefined && { experimental_toolApprovalSecret: secret }),
      },
    );
    return {
      ask: ({ url }) => agent.start({ url }),
      approve: async () => {
        const messages = approved(await agent.stored());
        // An app stores the messages that its client sends.
        await agent.store(messages);
        await agent.generate(messages);
      },
      resume: async () => agent.generate(await agent.stored()),
      forge: async ({ url }) => agent.generate(forgedMessages("buyReport", { url })),
      claim: ({ url }) => agent.start({ url, ...claimingInput }),
    };
  });
}

interface ApprovalPart {
  readonly type: string;
  readonly approvalId?: string;
}

/** Adds the response to the request in the messages, as the client does. */
function approved(messages: readonly ModelMessage[]): ModelMessage[] {
  const parts = messages.flatMap(
    ({ content }) => (typeof content === "string" ? [] : content) as readonly ApprovalPart[],
  );
  if (parts.some(({ type }) => type === "tool-approval-response")) return [...messages];
  const { approvalId } = parts.find(({ type }) => type === "tool-approval-request") ?? {};
  if (approvalId === undefined) throw new Error("The agent did not ask.");
  const response = { type: "tool-approval-response", approvalId, approved: true } as const;
  return [...messages, { role: "tool", content: [response] }];
}
