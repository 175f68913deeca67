import { randomBytes } from "node:crypto";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { demoEnvironment, describeDatabase } from "@agent-treasury/server";
import { type RunningServer, runServer } from "@agent-treasury/server/node";
import { watchParent } from "../../../tools/demo/watch-parent.ts";
import { createApp } from "./create-app.ts";
import { chooseAsker } from "./tour/asker.ts";
import { narrator } from "./tour/narrator.ts";
import { walkThrough } from "./tour/walk-through.ts";

const { env, ignored } = demoEnvironment(process.env);
const tell = narrator(process.stdout);

await runServer(createApp, show, {
  env,
  otherPorts: env["PORT"] === undefined ? otherPorts(3000) : [],
});

async function show({ deployment, localUrl }: RunningServer, stopping: AbortSignal): Promise<void> {
  watchParent(() => process.kill(process.pid, "SIGTERM"));
  const { baseUrl, database } = deployment.settings;
  const workspaceId = `demo-${randomBytes(3).toString("hex")}`;
  tell.title("Agent Treasury: what it does, shown once with stand-ins");
  tell.faint("Payments are a sandbox: play money. The agent follows a script: no language model.");
  tell.faint(`Machines: none. Workspace: ${workspaceId}, a new one each time.`);
  if (ignored.length > 0) {
    tell.faint(`Set, but not used by the tour: ${ignored.join(", ")}.`);
  }
  await walkThrough({
    client: createTreasuryClient({ baseUrl: localUrl, workspaceId }),
    localUrl,
    narrator: tell,
    asker: chooseAsker(stopping),
  });
  const kept =
    database.kind === "memory" ? "nothing is kept" : `kept in ${describeDatabase(database)}`;
  process.stdout.write("\n");
  tell.title(`Ready: ${baseUrl}/command?workspaceId=${workspaceId}`);
  tell.faint("The page shows its balance; `npx -y pnpm@12 demo` has the whole command centre.");
  tell.faint(`Ctrl+C stops the server; ${kept}.`);
}

/** The ports that are tried when none is set. The last one is any free port. */
function otherPorts(first: number): readonly number[] {
  return [...Array.from({ length: 9 }, (_, index) => first + 1 + index), 0];
}
