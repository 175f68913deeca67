// Quick-start end-to-end test: in an empty folder, with the packed packages, executes the blocks of
// the quick starts up to an approved spend. The argument `express` or `next` selects one quick
// start.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { guideBlocks } from "../documents/guide-blocks.ts";
import { serveArchives } from "../local-registry/serve-archives.ts";
import { packArchives } from "../pack-check/archives.ts";
import { readPublishedPackages } from "../pack-check/published-packages.ts";
import { Follower } from "./follow-guide.ts";

const ways: Readonly<Record<string, readonly string[]>> = {
  express: ["docs/quick-start-express.md", "docs/quick-start-client.md"],
  next: ["docs/quick-start-next.md", "docs/quick-start-client.md"],
};

const named = process.argv.slice(2);
const chosen = named.length > 0 ? named : Object.keys(ways);
const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "quick-starts-"));
await expectFree(3000);
try {
  const archives = packArchives(root, readPublishedPackages(root), join(directory, "archives"));
  const registry = await serveArchives(archives, 0);
  try {
    for (const way of chosen) await go(way, registry.url);
  } finally {
    await registry.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function go(way: string, registry: string): Promise<void> {
  const documents = ways[way];
  if (documents === undefined) throw new Error(`There is no quick start for ${way}.`);
  const folder = join(directory, way);
  mkdirSync(folder);
  const follower = new Follower(folder, newUserEnvironment(registry));
  let at = "";
  try {
    for (const document of documents) {
      at = document;
      const blocks = guideBlocks(readFileSync(join(root, document), "utf8"));
      for (const block of blocks) await follower.follow(block);
    }
  } catch (cause) {
    throw new Error(`${at} does not work as written.`, { cause });
  } finally {
    await follower.stop();
  }
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
