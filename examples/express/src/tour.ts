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
const print = narrator(process.stdout);

await runServer(createApp, show, {
  env,
  otherPorts: env["PORT"] === undefined ? otherPorts(3000) : [],
});

async function show({ deployment, localUrl }: RunningServer, stopping: AbortSignal): Promise<void> {
  watchParent(() => process.kill(process.pid, "SIGTERM"));
  const { baseUrl, database } = deployment.settings;
  const workspaceId = `demo-${randomBytes(3).toString("hex")}`;
  print.title("Agent Treasury: the whole workflow, with a simulated checkout and agent");
  print.faint("Payments use test money. The agent follows a script instead of a language model.");
  print.faint(`Workspace: ${workspaceId}, new for each run. No machines.`);
  if (ignored.length > 0) {
    print.faint(`Set, but not used by the tour: ${ignored.join(", ")}.`);
  }
  await walkThrough({
    client: createTreasuryClient({ baseUrl: localUrl, workspaceId }),
    localUrl,
    narrator: print,
    asker: chooseAsker(stopping),
  });
  const stored =
    database.kind === "memory"
      ? "Data is not stored"
      : `Data is stored in ${describeDatabase(database)}`;
  process.stdout.write("\n");
  print.title(`Ready: ${baseUrl}/command?workspaceId=${workspaceId}`);
  print.faint("The page shows the balance. `npx -y pnpm@12 demo` starts the whole command centre.");
  print.faint(`Press Ctrl+C to stop the server. ${stored}.`);
}

/** The ports that are tried when none is set. The last one is any free port. */
function otherPorts(first: number): readonly number[] {
  return [...Array.from({ length: 9 }, (_, index) => first + 1 + index), 0];
}
