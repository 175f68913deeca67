// Quick-start end-to-end test: in an empty folder, with the packed packages, executes the blocks of
// the quick starts up to an approved spend. Arguments select quick starts, such as `express` or
// `mastra`.
import { createHash, randomBytes } from "node:crypto";
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
import { chats, followChat, followPush } from "./follow-channels.ts";
import { Follower } from "./follow-guide.ts";
import { followSignIn, signIns } from "./follow-sign-in.ts";
import { followWorker } from "./follow-worker.ts";
import { followDbos, followInngest } from "./follow-workflows.ts";

const guides: Readonly<Record<string, readonly string[]>> = {
  express: ["docs/quick-start-express.md", "docs/quick-start-client.md"],
  next: ["docs/quick-start-next.md", "docs/quick-start-client.md"],
};
/** Bindings for agent frameworks: `packages/tools-…`. */
const bindings = ["ai-sdk", "openai-agents", "claude-agent", "adk", "mastra", "langgraph"];
const workflows = { dbos: followDbos, inngest: followInngest };

type Go = (way: string, registry: string) => Promise<void>;

const goes: ReadonlyMap<string, Go> = new Map<string, Go>([
  ...Object.keys(guides).map((way) => [way, goGuides] as const),
  ...bindings.map((way) => [way, goBinding] as const),
  ...signIns.map((way) => [way, goService((given) => followSignIn(way, ...given))] as const),
  ["push", goPush],
  ...chats.map((way) => [way, goService(([follower]) => followChat(way, follower))] as const),
  ...Object.entries(workflows).map(([way, follow]) => [way, goWorkflow(follow)] as const),
  ["workers", goWorker],
]);

const named = process.argv.slice(2);
const unknown = named.find((name) => !goes.has(name));
if (unknown !== undefined) {
  throw new Error(`There is no quick start for ${unknown}. Use ${[...goes.keys()].join(", ")}.`);
}
const chosen = named.length > 0 ? named : [...goes.keys()];
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
      await goes
        .get(way)?.(way, registry.url)
        .catch((error: unknown) => {
          console.error(way, error);
          process.exitCode = 1;
        });
    }
  } finally {
    await registry.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
// Adapters of stand-ins keep timers.
process.exit();

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

/** A service that `init` writes. */
function goService(
  follow: (given: readonly [follower: Follower, folder: string]) => Promise<string>,
): Go {
  return async (way, registry) => {
    const folder = folderWith(way, registry);
    const follower = new Follower(folder, newUserEnvironment(registry));
    try {
      report(way, follower, await follow([follower, folder]));
    } catch (cause) {
      throw new Error(`${way} does not work after \`agent-treasury init\`.`, { cause });
    } finally {
      await follower.stop();
    }
  };
}

async function goPush(way: string, registry: string): Promise<void> {
  const folder = emptyFolder(way);
  const token = randomBytes(32).toString("hex");
  const digest = createHash("sha256").update(token).digest("hex");
  const environment: Record<string, string> = {
    ...newUserEnvironment(registry),
    OPERATORS: `ada:${digest}`,
    OPERATOR_TOKEN: token,
  };
  const follower = new Follower(folder, environment);
  try {
    report(way, follower, await followPush(root, follower, folder, environment));
  } catch (cause) {
    throw new Error("packages/approvals-push/README.md does not work as written.", { cause });
  }
}

function goWorkflow(follow: typeof followDbos): Go {
  return async (way, registry) => {
    const environment = newUserEnvironment(registry);
    const server = new Follower(folderWith(`${way}-service`, registry), environment);
    try {
      const service = await startAgentService(server, way);
      const folder = folderWith(way, registry);
      const given = { ...environment, ...agentEnvironment(service), PAUSE_SECONDS: "0.2" };
      report(way, ...(await follow(root, folder, given, service)));
    } catch (cause) {
      throw new Error("examples/durable-workflows/README.md does not work.", { cause });
    } finally {
      await server.stop();
    }
  };
}

async function goWorker(way: string, registry: string): Promise<void> {
  const folder = folderWith(way, registry);
  const environment = { ...newUserEnvironment(registry), WRANGLER_SEND_METRICS: "false" };
  const follower = new Follower(folder, environment, "http://localhost:8787/");
  try {
    report(way, follower, await followWorker(root, follower));
  } catch (cause) {
    throw new Error("examples/workers/README.md does not work as written.", { cause });
  } finally {
    await follower.stop();
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

function report(way: string, follower: Follower, outcome: string = "an approved spend"): void {
  const seconds = follower.steps.reduce((sum, step) => sum + step.seconds, 0);
  for (const step of follower.steps) {
    console.log(`${step.seconds.toFixed(1).padStart(7)} s  ${step.what}`);
  }
  const files = follower.steps.filter(({ what }) => what.startsWith("write "));
  const lines = files.reduce((sum, step) => sum + step.lines, 0);
  const commands = follower.steps.length - files.length;
  console.log(
    `${way}: ${outcome} after ${commands} commands and ${files.length} files of ${lines} lines, ${(seconds / 60).toFixed(1)} minutes of waiting.\n`,
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
