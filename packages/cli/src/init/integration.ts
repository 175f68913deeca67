import { posix } from "node:path";
import type { App } from "./app.ts";
import { chatProgram } from "./chat-lines.ts";
import {
  checkProgram,
  mountOf,
  nextRoute,
  type Passed,
  serverProgram,
  treasuryModule,
} from "./programs.ts";
import type { ChannelKind, StorageKind } from "./questions.ts";
import { settingsText } from "./settings-text.ts";
import { type AuthKind, signInProgram } from "./sign-in-lines.ts";

export interface IntegrationFile {
  /** Relative to the app's folder. */
  readonly path: string;
  readonly text: string;
}

export interface Integration {
  readonly files: readonly IntegrationFile[];
  readonly packages: readonly string[];
  /** The packages that the app lacks. */
  readonly missing: readonly string[];
  readonly settingsFile: string;
  readonly steps: readonly string[];
}

export interface Choices {
  readonly storage: StorageKind;
  readonly channel: ChannelKind;
  readonly auth: AuthKind;
}

/** The program that makes a spend with test money. */
export const checkFile = "treasury-check.mjs";

const tryIt =
  'Try it: curl -X POST localhost:3000/api/service/agent -H "content-type: application/json" -d \'{"message": "Buy a domain from Namecheap for $24"}\'';
const decideOnIt =
  'Approve it, with the "proposalId" in the last entry of "events": curl -X POST localhost:3000/api/service/treasury/decide -H "content-type: application/json" -d \'{"proposalId": "prop_…", "decision": "approve", "operator": "Ada"}\'';

const channelSteps: Readonly<Partial<Record<ChannelKind, readonly string[]>>> = {
  push: [
    "Serve `serviceWorker()` of @agent-treasury/approvals-push/page beside your page, and pass its path to the page as `serviceWorkerUrl`. Each person then turns notifications on in the menu of the page.",
  ],
};

const listenLocally =
  "Without sign-in every caller may approve spends. Let your server listen on 127.0.0.1 only, until you set TREASURY_OPERATORS or pass `authenticate`.";

export function integrationFor(app: App, choices: Choices): Integration {
  const settingsFile = app.framework === "next" ? ".env.local" : ".env";
  const { auth, channel } = choices;
  const signIn = signInProgram(auth, { file: ownFileOf(app), settingsFile, channel });
  const chat = chatProgram(channel, settingsFile);
  const packages = [
    ...packagesFor(app, choices),
    ...(signIn?.packages ?? []),
    ...(chat?.packages ?? []),
  ];
  const missing = packages.filter((name) => !app.installed.has(name));
  const install = `${app.installs} ${missing.join(" ")}`;
  return {
    files: [
      ...(app.hasManifest ? [] : [{ path: "package.json", text: newManifest }]),
      ...programsOf(app, { signIn, chat }),
      { path: checkFile, text: checkProgram },
      { path: settingsFile, text: settingsText(settingsFile, choices) + (signIn?.settings ?? "") },
      // Excludes the ledger's folder from Git without a change of the app's own .gitignore.
      ...(choices.storage === "sqlite" ? [{ path: ".data/.gitignore", text: "*\n" }] : []),
    ],
    packages,
    missing,
    settingsFile,
    steps: [
      ...(missing.length === 0 ? [] : [install]),
      ...(signIn?.steps ?? []),
      ...(chat?.steps ?? channelSteps[channel] ?? []),
      ...stepsOf(app, signIn !== null),
      ...(signIn === null ? [tryIt, decideOnIt] : []),
    ],
  };
}

/** The app's own file `auth`, as the program that creates the treasury imports it. */
function ownFileOf(app: App): string {
  // Next's bundler resolves the extension.
  return app.framework === "next" ? "../../../../auth" : `./auth.${extensionOf(app)}`;
}

function programsOf(app: App, passed: Passed): readonly IntegrationFile[] {
  const extension = extensionOf(app);
  if (app.framework === "next") {
    const path = `${app.routerFolder}/api/service/[...path]/route.${extension}`;
    return [{ path, text: nextRoute(passed) }];
  }
  const server = { path: serverFile(app), text: serverProgram(app.framework, extension) };
  const module = { path: moduleFile(app), text: treasuryModule(app.framework, app, passed) };
  return app.isNew ? [module, server] : [module];
}

/** The folder of the server's file, so that a build of this folder includes the treasury. */
function moduleFile(app: App): string {
  const folder = app.isNew || app.server === null ? "" : posix.dirname(app.server);
  return posix.join(folder, `treasury.${extensionOf(app)}`);
}

function extensionOf(app: App): string {
  return app.language === "typescript" ? "ts" : javascriptOf(app);
}

/** New apps get ES modules, also below a package.json that selects CommonJS. */
function javascriptOf({ isNew, modules, server }: App): string {
  if (isNew) return modules === "commonjs" ? "mjs" : "js";
  return /\.([cm]js)$/.exec(server ?? "")?.[1] ?? "js";
}

function serverFile(app: App): string {
  return `server.${javascriptOf(app)}`;
}

function stepsOf(app: App, signsIn: boolean): readonly string[] {
  if (app.framework === "next") return ["npx next dev --hostname localhost --port 3000"];
  const ignore = "Add .env to .gitignore before you set keys in it.";
  if (app.isNew) return [`node --env-file=.env ${serverFile(app)}`, ignore];
  const isTyped = app.language === "typescript";
  const name = posix.basename(moduleFile(app));
  const path = `./${name}`;
  const [from, mount] = mountOf(app.framework, app, path);
  const file = app.server ?? "<your server's file>";
  const built = isTyped ? " (or the file that tsc built)" : "";
  const parsers = app.framework === "express" ? ", before any body parser" : "";
  return [
    [
      `In ${app.server ?? "your server"}${parsers}:`,
      from,
      mount,
      ...(app.server === null ? [`${name} is in ${app.directory}. ${relativeTo(name)}`] : []),
      ...(isTyped
        ? [`Node runs this form. For a build by tsc, import "${path.replace(/ts$/, "js")}".`]
        : []),
    ].join("\n       "),
    ...(signsIn ? [] : [listenLocally]),
    `On SIGTERM, call \`await treasury.close()\` before your server closes. ${name} exports \`treasury\`.`,
    `Start your server with the settings: node --env-file=.env ${file}${built}. If its port is not 3000, use its port below, and add BASE_URL=http://localhost:<port> to .env, so that checkouts return to it.`,
    ignore,
  ];
}

function relativeTo(name: string): string {
  return `The import path is relative to your server's file, such as "../${name}" from src/.`;
}

const newManifest = `${JSON.stringify({ private: true, type: "module", scripts: { start: "node --env-file=.env server.js" } }, null, 2)}\n`;

const channelPackages: Readonly<Partial<Record<ChannelKind, readonly string[]>>> = {
  push: ["approvals-push", "outbound-fetch"],
  slack: ["approvals-slack"],
  email: ["approvals-email"],
};

function packagesFor(app: App, { storage, channel }: Choices): readonly string[] {
  const ours = [
    `adapter-${app.framework}`,
    "cli",
    "server",
    ...(storage === "memory" ? [] : [`storage-${storage}`]),
    "sandbox",
    "treasury-core",
    ...(channelPackages[channel] ?? []),
  ].map((name) => `@agent-treasury/${name}`);
  const others = [
    ...(app.isNew ? [app.framework] : []),
    ...(app.isNew && app.framework === "hono" ? ["@hono/node-server"] : []),
    ...(storage === "postgres" ? ["pg"] : []),
  ];
  return [...ours, ...others];
}
