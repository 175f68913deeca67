import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentService } from "./agent-service.ts";
import { Follower } from "./follow-guide.ts";
import { until } from "./until.ts";

// It imports packages of this workspace, which are installed by then.
const importDatabase = () => import("../postgres-for-tests/src/start-server.ts");

type Followed = readonly [follower: Follower, outcome: string];

const shell = { language: "sh", file: null, staysRunning: false } as const;

/** Runs the workflow of DBOS until the decision, on a PostgreSQL of its own. */
export async function followDbos(
  root: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  service: AgentService,
): Promise<Followed> {
  const { startServer } = await importDatabase();
  const database = await startServer();
  try {
    const follower = new Follower(folder, { ...environment, DATABASE_URL: database.url });
    await install(root, follower, folder, "dbos", "@dbos-inc/dbos-sdk");
    const running = follower.follow({ ...shell, text: "node dbos.ts order-1" });
    await Promise.race([running, decide(service)]);
    await running;
    await expectExecuted(follower);
    return [follower, "a spend approved while the workflow slept"];
  } finally {
    await database.stop();
  }
}

/** Runs the function of Inngest by its test engine, because its server is in no package registry. */
export async function followInngest(
  root: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
  service: AgentService,
): Promise<Followed> {
  const { url, approverToken, workspaceId } = service;
  const decision = { url, approverToken, workspaceId };
  const follower = new Follower(folder, { ...environment, DECISION: JSON.stringify(decision) });
  await install(root, follower, folder, "inngest", "inngest @inngest/test");
  writeFileSync(join(folder, "run.mjs"), inngestProgram);
  await follower.follow({ ...shell, text: "node run.mjs" });
  await expectExecuted(follower);
  return [follower, "a spend approved while the function slept, in the test engine"];
}

async function install(
  root: string,
  follower: Follower,
  folder: string,
  name: string,
  packages: string,
): Promise<void> {
  const commands = [
    "npm init -y",
    "npm pkg set type=module",
    `npm install @agent-treasury/tools ${packages}`,
  ];
  await follower.follow({ ...shell, text: commands.join("\n") });
  for (const file of ["purchase.ts", `${name}.ts`]) {
    copyFileSync(join(root, "examples/durable-workflows/src", file), join(folder, file));
  }
}

function expectExecuted(follower: Follower): Promise<void> {
  return follower.follow({ ...shell, language: "text", text: '"status":"executed"' });
}

/** Approves the first spend that waits. */
async function decide({ url, approverToken, workspaceId }: AgentService): Promise<void> {
  const address = `${url}/api/service/treasury`;
  const headers = {
    authorization: `Bearer ${approverToken}`,
    "content-type": "application/json",
  };
  const proposalId = await until("a proposal", async () => {
    const response = await fetch(`${address}?workspaceId=${workspaceId}`, { headers });
    const { proposals } = (await response.json()) as {
      readonly proposals: readonly { readonly id: string; readonly status: string }[];
    };
    return proposals.find(({ status }) => status === "pending")?.id;
  });
  const body = JSON.stringify({ workspaceId, proposalId, decision: "approve" });
  const response = await fetch(`${address}/decide`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
}

const inngestProgram = `import { InngestTestEngine } from "@inngest/test";
import { buy } from "./inngest.ts";

const { url, approverToken, workspaceId } = JSON.parse(process.env.DECISION);
const address = \`\${url}/api/service/treasury\`;
const headers = { authorization: \`Bearer \${approverToken}\`, "content-type": "application/json" };
async function approve() {
  const read = await fetch(\`\${address}?workspaceId=\${workspaceId}\`, { headers });
  const [{ id: proposalId }] = (await read.json()).proposals;
  const body = JSON.stringify({ workspaceId, proposalId, decision: "approve" });
  await fetch(\`\${address}/decide\`, { method: "POST", headers, body });
}
const purchase = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
const engine = new InngestTestEngine({
  function: buy,
  events: [{ name: "purchase/requested", data: { order: "order-1", ...purchase } }],
  // The engine waits in no pause, so the decision is made in one.
  steps: [{ id: "pause-0", handler: approve }],
});
console.log(JSON.stringify((await engine.execute()).result));
process.exit();
`;
