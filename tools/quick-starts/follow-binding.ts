import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { guideBlocks } from "../documents/guide-blocks.ts";
import type { AgentService } from "./agent-service.ts";
import type { Follower } from "./follow-guide.ts";

const program = "run.mjs";

/**
 * Follows the README of a binding for an agent framework: installs its packages and writes its
 * files. Then runs the agent with a scripted model, for a spend that policy approves and for one
 * that waits.
 */
export async function followBinding(
  root: string,
  name: string,
  follower: Follower,
  folder: string,
): Promise<void> {
  const home = join(root, "packages", `tools-${name}`);
  const blocks = guideBlocks(readFileSync(join(home, "README.md"), "utf8"));
  const steps = blocks.filter(({ language, file }) => language === "sh" || file !== null);
  for (const block of steps) await follower.follow(block);
  writeFileSync(join(folder, program), runProgram(root, join(home, "src/quick-start.fixture.ts")));
  for (const amountUsd of [4, 40]) {
    const context = { file: null, staysRunning: false };
    await follower.follow({ language: "sh", text: `node ${program} ${amountUsd}\n`, ...context });
    const text = `amountUsd ${amountUsd}: executed\n`;
    await follower.follow({ language: "text", text, ...context });
  }
}

/** The environment of the agent, and of the person who decides. */
export function agentEnvironment({ url, token, approverToken, workspaceId }: AgentService) {
  return {
    TREASURY_URL: url,
    TREASURY_TOKEN: token,
    APPROVER_TOKEN: approverToken,
    APPROVER_WORKSPACE: workspaceId,
  };
}

function runProgram(root: string, fixture: string): string {
  const { outputFiles } = buildSync({
    stdin: {
      contents: runText(fixture),
      resolveDir: join(fixture, ".."),
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    // The stand-in for Anthropic's service is in this workspace.
    alias: { "test-suites/claude": join(root, "test-suites/frameworks/scripted-claude.ts") },
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

function runText(fixture: string): string {
  return `import { runQuickStart } from ${JSON.stringify(fixture)};

const { TREASURY_URL, APPROVER_TOKEN, APPROVER_WORKSPACE: workspaceId } = process.env;
const amountUsd = Number(process.argv[2]);
const address = \`\${TREASURY_URL}/api/service/treasury\`;
const headers = { authorization: \`Bearer \${APPROVER_TOKEN}\`, "content-type": "application/json" };
async function decide() {
  const answer = await fetch(\`\${address}?workspaceId=\${workspaceId}\`, { headers });
  const { proposals } = await answer.json();
  const { id: proposalId } = proposals.find(({ status }) => status === "pending");
  const body = JSON.stringify({ workspaceId, proposalId, decision: "approve" });
  const decided = await fetch(\`\${address}/decide\`, { method: "POST", headers, body });
  if (!decided.ok) throw new Error(await decided.text());
}
const load = (name) => () => import(new URL(name, import.meta.url).href);
const files = { buyer: load("buyer.ts"), resume: load("resume.ts") };
const spend = { amountUsd, vendor: "Acme", purpose: "paper" };
for (const text of await runQuickStart(files, spend, decide)) {
  const read = JSON.parse(text);
  console.log(\`amountUsd \${read.amountUsd}: \${read.status}\`);
}
process.exit();
`;
}
