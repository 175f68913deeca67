// Quick-start end-to-end test: in an empty folder, with the packed packages, executes the blocks of
// the quick starts up to an approved spend. Arguments select quick starts, such as `express` or
// `mastra`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { guideBlocks } from "../documents/guide-blocks.ts";
import { serveArchives } from "../local-registry/serve-archives.ts";
import { packArchives } from "../pack-check/archives.ts";
import { readPublishedPackages } from "../pack-check/published-packages.ts";
import { startAgentService } from "./agent-service.ts";
import { agentEnvironment, followBinding } from "./follow-binding.ts";
import { Follower } from "./follow-guide.ts";

const guides: Readonly<Record<string, readonly string[]>> = {
  express: ["docs/quick-start-express.md", "docs/quick-start-client.md"],
  next: ["docs/quick-start-next.md", "docs/quick-start-client.md"],
};
/** Bindings for agent frameworks: `packages/tools-…`. */
const bindings = ["ai-sdk", "openai-agents", "adk", "mastra", "langgraph"];

const all = [...Object.keys(guides), ...bindings];
const named = process.argv.slice(2);
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) {
  throw new Error(`There is no quick start for ${unknown}. Use ${all.join(", ")}.`);
}
const chosen = named.length > 0 ? named : all;
const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "quick-starts-"));
await expectFree(3000);
try {
  const archives = await packArchives(
    root,
    readPublishedPackages(root),
    join(directory, "archives"),
  );
  const registry = await serveArchives(archives, 0);
  try {
    for (const way of chosen) {
      await (bindings.includes(way) ? goBinding(way, registry.url) : goGuides(way, registry.url));
    }
  } finally {
    await registry.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function goGuides(way: string, registry: string): Promise<void> {
  const follower = new Follower(emptyFolder(way), newUserEnvironment(registry));
  let at = "";
  try {
    for (const document of guides[way] ?? []) {
      at = document;
      const blocks = guideBlocks(readFileSync(join(root, document), "utf8"));
      for (const block of blocks) await follower.follow(block);
    }
  } catch (cause) {
    throw new Error(`${at} does not work as written.`, { cause });
  } finally {
    await follower.stop();
  }
  report(way, follower);
}

async function goBinding(way: string, registry: string): Promise<void> {
  const environment = newUserEnvironment(registry);
  const server = new Follower(folderWith(`${way}-service`, registry), environment);
  try {
    const service = await startAgentService(server, way);
    const folder = folderWith(way, registry);
    const follower = new Follower(folder, { ...environment, ...agentEnvironment(service) });
    await followBinding(root, way, follower, folder);
    report(way, follower);
  } catch (cause) {
    throw new Error(`packages/tools-${way}/README.md does not work as written.`, { cause });
  } finally {
    await server.stop();
  }
}

function emptyFolder(name: string): string {
  const folder = join(directory, name);
  mkdirSync(folder);
  return folder;
}

/** `npx` passes the registry of the environment to no npm that its program starts. */
function folderWith(name: string, registry: string): string {
  const folder = emptyFolder(name);
  writeFileSync(join(folder, ".npmrc"), `@agent-treasury:registry=${registry}\n`);
  return folder;
}

function report(way: string, follower: Follower): void {
  const seconds = follower.steps.reduce((sum, step) => sum + step.seconds, 0);
  for (const step of follower.steps) {
    console.log(`${step.seconds.toFixed(1).padStart(7)} s  ${step.what}`);
  }
  const files = follower.steps.filter(({ what }) => what.startsWith("write ")).length;
  const commands = follower.steps.length - files;
  console.log(
    `${way}: an approved spend after ${commands} commands and ${files} files, ${(seconds / 60).toFixed(1)} minutes of waiting.\n`,
  );
}

/** A new user's environment: no variable of this workspace, and the same Node. */
function newUserEnvironment(registry: string): NodeJS.ProcessEnv {
  const ours =
    /^(npm_|pnpm_|node_options$|node_env$|port$|base_url$|treasury_|openai_|stripe_|host_)/i;
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const { PATH = "" } = process.env;
  const elsewhere = PATH.split(":").filter((entry) => !entry.includes("node_modules"));
  return {
    ...Object.fromEntries(kept),
    PATH: [dirname(process.execPath), ...elsewhere].join(":"),
    NEXT_TELEMETRY_DISABLED: "1",
    "npm_config_@agent-treasury:registry": registry,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

async function expectFree(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", () =>
      reject(new Error(`The quick starts need port ${port}, which is in use.`)),
    );
    server.listen(port, () => server.close(() => resolve()));
  });
}
