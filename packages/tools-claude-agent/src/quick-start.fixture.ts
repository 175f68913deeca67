import { rmSync } from "node:fs";
import type { Query, SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import {
  claudeAnswer,
  claudeEnvironment,
  modelEndpoint,
  resultsIn,
  sessionsFolder,
} from "test-suites/claude";
import type { QuickStart } from "test-suites/frameworks";

type Buyer = (prompt: string) => Query;
type Resume = (sessionId: string, proposalId: string) => Promise<Query>;
type Waiting = (message: SDKMessage) => Promise<string | null>;

/** Runs the agent with a scripted provider in place of Anthropic's. */
export async function runQuickStart(
  { buyer: loadBuyer, resume: loadResume }: QuickStart,
  spend: object,
  decide: () => Promise<void>,
): Promise<readonly string[]> {
  const folder = sessionsFolder();
  const endpoint = await modelEndpoint((_, index) =>
    claudeAnswer(index === 0 ? [{ id: "toolu_1", spend }] : ["Bought."]),
  );
  const before = { ...process.env };
  Object.assign(process.env, claudeEnvironment(folder, endpoint.url));
  try {
    const { buyer } = (await loadBuyer()) as { readonly buyer: Buyer };
    const { resume, waitingIn } = (await loadResume()) as { resume: Resume; waitingIn: Waiting };
    const read: string[] = [];
    let waiting: { readonly sessionId: string; readonly proposalId: string } | null = null;
    for await (const message of buyer("Buy paper.")) {
      read.push(...resultsIn(message));
      const proposalId = await waitingIn(message);
      if (proposalId !== null) waiting = { sessionId: message.session_id ?? "", proposalId };
    }
    if (waiting === null) return read;
    await decide();
    for await (const message of await resume(waiting.sessionId, waiting.proposalId)) {
      read.push(...resultsIn(message));
    }
    return read;
  } finally {
    process.env = before;
    await endpoint.close();
    rmSync(folder, { recursive: true });
  }
}
