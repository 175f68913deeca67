import { createHash, randomBytes } from "node:crypto";
import type { Follower } from "./follow-guide.ts";

/** A running service, and a credential of an agent. */
export interface AgentService extends Service {
  readonly token: string;
  readonly workspaceId: string;
}

export interface Service {
  readonly url: string;
  readonly approverToken: string;
}

export interface ServiceChoices {
  /** Further options of `init`. */
  readonly options?: string;
  /** Lines of `.env`. */
  readonly settings?: readonly string[];
  /** Other commands before the start. */
  readonly commands?: readonly string[];
  /** The file that serves the treasury. */
  readonly server?: string;
}

export const url = "http://localhost:3000";
const shell = { language: "sh", file: null } as const;

/** Creates a service in an empty folder, as a new user does, and starts it. Ada may decide. */
export async function startService(
  follower: Follower,
  { options = "", settings = [], commands = [], server = "server.mjs" }: ServiceChoices = {},
): Promise<Service> {
  const approverToken = randomBytes(32).toString("hex");
  const digest = createHash("sha256").update(approverToken).digest("hex");
  const isSignedIn = options.includes("--auth");
  const lines = [...(isSignedIn ? [] : [`TREASURY_OPERATORS=ada:${digest}`]), ...settings];
  const all = [
    "npm install @agent-treasury/cli",
    `npx agent-treasury init --framework express ${options} --yes`,
    ...lines.map((line) => `printf '%s\\n' ${quoted(line)} >> .env`),
    ...commands,
  ];
  for (const text of all) await follower.follow({ ...shell, text, staysRunning: false });
  const text = `node --env-file=.env ${server}`;
  await follower.follow({ ...shell, text, staysRunning: true });
  return { url, approverToken };
}

/** Creates and starts a service, and issues a credential. */
export async function startAgentService(
  follower: Follower,
  workspaceId: string,
): Promise<AgentService> {
  const service = await startService(follower);
  const response = await fetch(`${url}/api/service/treasury/credentials`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.approverToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ workspaceId, agentId: "buyer", name: "Buyer" }),
  });
  if (!response.ok) throw new Error(`No credential was issued: ${await response.text()}`);
  const { token } = (await response.json()) as { readonly token: string };
  return { ...service, token, workspaceId };
}

/** As one word of the shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
