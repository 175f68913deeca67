import { createHash, randomBytes } from "node:crypto";
import type { Follower } from "./follow-guide.ts";

/** A running service, and a credential of an agent. */
export interface AgentService {
  readonly url: string;
  readonly token: string;
  readonly approverToken: string;
  readonly workspaceId: string;
}

const url = "http://localhost:3000";

/** Creates a service in an empty folder, as a new user does, and starts it. */
export async function startAgentService(follower: Follower, workspaceId: string) {
  const approverToken = randomBytes(32).toString("hex");
  const digest = createHash("sha256").update(approverToken).digest("hex");
  const shell = { language: "sh", file: null } as const;
  const commands = [
    "npm install @agent-treasury/cli",
    "npx agent-treasury init --framework express --yes",
    `echo "TREASURY_OPERATORS=ada:${digest}" >> .env`,
  ];
  await follower.follow({ ...shell, text: commands.join("\n"), staysRunning: false });
  await follower.follow({
    ...shell,
    text: "node --env-file=.env server.mjs",
    staysRunning: true,
  });
  const response = await fetch(`${url}/api/service/treasury/credentials`, {
    method: "POST",
    headers: { authorization: `Bearer ${approverToken}`, "content-type": "application/json" },
    body: JSON.stringify({ workspaceId, agentId: "buyer", name: "Buyer" }),
  });
  if (!response.ok) throw new Error(`No credential was issued: ${await response.text()}`);
  const { token } = (await response.json()) as { readonly token: string };
  return { url, token, approverToken, workspaceId } satisfies AgentService;
}
