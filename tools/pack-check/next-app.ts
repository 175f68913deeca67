import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startBrowser } from "../browser-for-tests/src/start-browser.ts";
import { guidePage } from "./react-apps.ts";
import { runCommand } from "./run-command.ts";
import { serverLife } from "./server-life.ts";

const files: Readonly<Record<string, string>> = {
  "app/layout.tsx": `import type { ReactNode } from "react";
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "es2022",
      lib: ["dom", "dom.iterable", "esnext"],
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "preserve",
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      esModuleInterop: true,
      isolatedModules: true,
      resolveJsonModule: true,
      incremental: true,
      types: ["node"],
      plugins: [{ name: "next" }],
    },
    include: ["next-env.d.ts", "**/*.ts", "**/*.tsx", ".next/types/**/*.ts"],
    exclude: ["node_modules"],
  }),
  "app/page.tsx": `export default function Page() {
  return <p>An app with a treasury.</p>;
}
`,
};

/** An inbox in a page of the app, as in the guide. */
const inbox = "app/approvals/page.tsx";

/** The route of the adapter conformance suite. */
const conformance = "app/api/conformance";

/** The minimal environment of a build and a start, without the treasury's settings. */
const emptyEnvironment = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_IGNORE_INCORRECT_LOCKFILE: "1",
};

/**
 * Creates an app of this Next version from packed archives, initializes a treasury with the
 * command, builds it with an empty environment, starts it, and runs the adapter conformance suite.
 * Returns the problems.
 */
export async function checkNextApp(
  root: string,
  version: string,
  archives: readonly string[],
  directory: string,
): Promise<string[]> {
  const app = join(directory, `next-${version}`);
  mkdirSync(join(app, "app/approvals"), { recursive: true });
  writeFileSync(join(app, inbox), guidePage(root, inbox));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text);
  const fixture = join(root, "packages/adapter-next/fixture", conformance);
  cpSync(fixture, join(app, conformance), { recursive: true });
  const manifest = { name: "app", private: true, type: "module" };
  writeFileSync(join(app, "package.json"), JSON.stringify(manifest));
  const published = [`next@${version}`, "react", "react-dom"];
  const forTypes = ["typescript@6", "@types/node@24", "@types/react", "@types/react-dom"];
  const quietly = ["--no-audit", "--no-fund"];
  runCommand("npm", ["install", ...quietly, ...archives, ...published, ...forTypes], app);
  // As for a new user, the command writes the treasury and its settings.
  runCommand(join(app, "node_modules/.bin/agent-treasury"), ["init"], app);
  const next = join(app, "node_modules/next/dist/bin/next");
  const built = runCommand(process.execPath, [next, "build"], app, {
    mayFail: true,
    environment: emptyEnvironment,
  });
  if (built !== undefined) return [`Next ${version} does not build: ${built}`];
  return askStarted(root, version, next, app);
}

async function askStarted(
  root: string,
  version: string,
  next: string,
  app: string,
): Promise<string[]> {
  // Prevents the server from closing a connection that a slow client is about to reuse.
  const options = ["--port", "0", "--keepAliveTimeout", "600000"];
  const server = spawn(process.execPath, [next, "start", ...options], {
    cwd: app,
    env: { ...emptyEnvironment, BASE_URL: "http://localhost:3000" },
    stdio: ["ignore", "pipe", "inherit"],
    ...serverLife,
  });
  const ended = once(server, "exit");
  try {
    const origin = await originOf(server);
    const response = await fetch(`${origin}/api/service/treasury?workspaceId=acme`);
    const answer = await response.text();
    if (response.status !== 200 || !answer.includes('"balanceUsd":100')) {
      return [`Next ${version}: GET treasury returned ${response.status}: ${answer}`];
    }
    const failed = runSuite(root, origin);
    if (failed !== undefined) return [`Next ${version} fails the adapter suite: ${failed}`];
    return await openInbox(version, origin);
  } finally {
    server.kill("SIGKILL");
    await ended;
  }
}

function runSuite(root: string, origin: string): string | undefined {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const config = join(root, "tools/pack-check/next-conformance.config.ts");
  return runCommand(process.execPath, [vitest, "run", "--config", config], root, {
    mayFail: true,
    environment: { ...process.env, APP_ORIGIN: origin },
  });
}

/** Checks the inbox's markup from the server, and that it loads in a browser. */
async function openInbox(version: string, origin: string): Promise<string[]> {
  const markup = await (await fetch(`${origin}/approvals`)).text();
  if (!markup.includes("Needs approval")) return [`Next ${version} renders no inbox: ${markup}`];
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`Next ${version}: ${message.text()}`);
    });
    await page.goto(`${origin}/approvals`);
    await page.getByText("Nothing needs approval").waitFor();
    return problems;
  } catch (error) {
    return [`Next ${version}: ${String(error)}`];
  } finally {
    await browser.close();
  }
}

async function originOf(server: ChildProcess): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (piece: Buffer) => {
      output += piece.toString();
      const [, found] = /Local:\s+(http:\S+)/.exec(output) ?? [];
      if (found !== undefined && output.includes("Ready")) resolve(found);
    });
    server.once("exit", (code) => reject(new Error(`next start exited with ${code}.\n${output}`)));
  });
}
