import { join } from "node:path";
import { styleText } from "node:util";
import {
  demoEnvironment,
  describeDatabase,
  readSettings,
  tellFailure,
} from "@agent-treasury/server";
import { showProgress } from "../../../tools/build/progress.ts";
import { watchParent } from "../../../tools/demo/watch-parent.ts";
import { isLoopback } from "../lib/loopback.ts";
import { appBuild } from "./build-app.ts";
import { budgetSettings } from "./demo-budget.ts";
import { passkeySettings, peopleSettings, storedPeople } from "./demo-people.ts";
import { freePort } from "./free-port.ts";
import { seedDemo, visitorToken } from "./seed-demo.ts";
import { showPurchase } from "./show-purchase.ts";
import { startApp } from "./start-app.ts";

try {
  await demo();
} catch (error) {
  console.error(tellFailure(error) ?? (error instanceof Error ? error.message : error));
  process.exit(1);
}

async function demo(): Promise<void> {
  const { env, ignored } = demoEnvironment(process.env);
  const settings = readSettings({ ...env, NODE_ENV: "production" });
  const isChosen = env["PORT"] !== undefined;
  const port = await choosePort(settings.port, settings.listenAddress, isChosen);

  say("bold", "Agent Treasury: the command centre, with a simulated checkout and agent");
  say("dim", "  Payments use test money. The agent follows a script instead of a language model.");
  if (ignored.length > 0) say("dim", `  Set, but not used by the demo: ${ignored.join(", ")}.`);
  const build = await appBuild();
  if (!build.isThere) {
    await showProgress("Building the page (once for this version):", build.finish);
  }
  const basePath = process.env["NEXT_BASE_PATH"] ?? "";
  const baseUrl = env["BASE_URL"] ?? `http://localhost:${port}${basePath}`;
  const data = join(process.cwd(), ".data");
  const people = storedPeople(join(data, "people.json"));
  const app = await startApp({
    ...whatProgramsNeed(),
    ...given(env),
    NEXT_BASE_PATH: basePath,
    PORT: String(port),
    LISTEN_ADDRESS: settings.listenAddress,
    BASE_URL: baseUrl,
    TREASURY_DATABASE_URL: env["TREASURY_DATABASE_URL"] ?? `sqlite:${join(data, "treasury.db")}`,
    ...budgetSettings(),
    ...peopleSettings(people, settings.listenAddress),
    ...passkeySettings(baseUrl),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, app.stop);
  watchParent(app.stop);
  const baseUrlHere = `http://${addressOf(settings.listenAddress)}:${port}${basePath}`;
  await seedDemo({ baseUrl: baseUrlHere }, people).catch((error: unknown) => {
    say("dim", `  Example data could not be added: ${tellFailure(error) ?? String(error)}`);
  });

  const visitors = await visitorToken({ baseUrl: baseUrlHere }, people);
  await showPurchase({ TREASURY_URL: baseUrlHere, TREASURY_TOKEN: visitors });

  console.log("");
  if (!isChosen && port !== settings.port)
    say("dim", "  Port 3000 is in use, so the demo uses the next free port.");
  say("bold", `Ready: ${baseUrl}/command`);
  if (isLoopback(settings.listenAddress)) {
    say(
      "dim",
      "  Open this address, continue as Ada and pick a suggestion. No real money is involved.",
    );
  } else {
    say("dim", "  Other computers can reach this address, so that sign-in needs a token:");
    for (const [name, token] of Object.entries(people)) say("dim", `  ${name}  ${token}`);
  }
  say("dim", "  The agent also buys: Fetch https://studio.example/report for a landing page");
  say("dim", `  Sellers refund at ${baseUrl}/sandbox/purchases.`);
  const place = describeDatabase(settings.database);
  say("dim", `  Press Ctrl+C to stop. Data is stored in ${place}. Delete it to start again.`);
  const code = await app.ended;
  console.log("\nStopped.");
  process.exit(code === null || code === 143 || code === 130 ? 0 : code);
}

/** Returns the configured port, otherwise 3000 or the next free port. */
async function choosePort(wanted: number, address: string, isChosen: boolean): Promise<number> {
  const next = Array.from({ length: 10 }, (_, index) => wanted + index);
  const port = await freePort(isChosen ? [wanted] : [...next, 0], address);
  if (port !== null) return port;
  throw new Error(
    `Port ${wanted} on ${address} is in use. Stop the other program, or set PORT to a free port.`,
  );
}

/** Returns where this process reaches a server that listens there. */
function addressOf(listenAddress: string): string {
  if (["0.0.0.0", "::", "[::]"].includes(listenAddress)) return "127.0.0.1";
  return listenAddress.includes(":") && !listenAddress.startsWith("[")
    ? `[${listenAddress}]`
    : listenAddress;
}

/** The variables that a program needs. Keys of the shell are not passed on. */
function whatProgramsNeed(): Record<string, string> {
  return given({
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    TMPDIR: process.env["TMPDIR"],
  });
}

function given(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(set);
}

function say(style: "bold" | "dim", text: string): void {
  console.log(styleText(style, text, { stream: process.stdout }));
}
