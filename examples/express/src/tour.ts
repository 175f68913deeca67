import { randomBytes } from "node:crypto";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { demoEnvironment, describeDatabase } from "@agent-treasury/server";
import { watchParent } from "../../../tools/demo/watch-parent.ts";
import { exitWithReason } from "./exit-with-reason.ts";
import { type RunningServer, serve } from "./serve.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { chooseAsker } from "./tour/asker.ts";
import { narrator } from "./tour/narrator.ts";
import { walkThrough } from "./tour/walk-through.ts";

const { env, ignored } = demoEnvironment(process.env);
const tell = narrator(process.stdout);
const stopping = new AbortController();

try {
  const server = await serve(env, env["PORT"] === undefined ? otherPorts(3000) : []);
  stopOnSignal(async () => {
    stopping.abort();
    await server.stop();
    process.stdout.write("\nStopped.\n");
  });
  watchParent(() => process.kill(process.pid, "SIGTERM"));
  await show(server);
} catch (error) {
  // Whatever broke off because the process was told to end is no failure.
  if (!stopping.signal.aborted) exitWithReason(error);
}

async function show({ deployment, localUrl }: RunningServer): Promise<void> {
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
    asker: chooseAsker(stopping.signal),
  });
  const kept =
    database.kind === "memory" ? "nothing is kept" : `kept in ${describeDatabase(database)}`;
  process.stdout.write("\n");
  tell.title(`Ready: ${baseUrl}/command?workspaceId=${workspaceId}`);
  tell.faint("The page shows what you just saw, and takes deposits, directives and decisions.");
  tell.faint(`Ctrl+C stops the server; ${kept}.`);
}

/** The ports that are tried when nobody chose one, the last of them whichever is free. */
function otherPorts(first: number): readonly number[] {
  return [...Array.from({ length: 9 }, (_, index) => first + 1 + index), 0];
}
