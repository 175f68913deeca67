import type { App } from "./app.ts";

export interface IntegrationFile {
  /** Relative to the app's folder. */
  readonly path: string;
  readonly text: string;
}

export interface Integration {
  readonly files: readonly IntegrationFile[];
  readonly packages: readonly string[];
  readonly steps: readonly string[];
}

const settingsIn = (
  file: string,
): string => `# Test money, a scripted model, and 100 USD of starting capital.
# Check these settings: npx agent-treasury doctor --env-file ${file}
TREASURY_SANDBOX=on
TREASURY_STARTING_CAPITAL_USD=100
`;

const everywhere = ["cli", "server", "storage-sqlite", "sandbox", "treasury-core"];
const tryIt =
  'Try it: curl -X POST localhost:3000/api/service/agent -H "content-type: application/json" -d \'{"message": "Buy a domain from Namecheap for $24"}\'';
const decideOnIt =
  'Approve it, with the "proposalId" in the last entry of "events": curl -X POST localhost:3000/api/service/treasury/decide -H "content-type: application/json" -d \'{"proposalId": "prop_…", "decision": "approve", "operator": "Ada"}\'';

/** Excludes the ledger's folder from Git without a change of the app's own .gitignore. */
const ignoredLedger: IntegrationFile = { path: ".data/.gitignore", text: "*\n" };

export function integrationFor(app: App): Integration {
  return app.framework === "next" ? nextIntegration(app) : expressIntegration(app);
}

function nextIntegration(app: App): Integration {
  const { routerFolder, language } = app;
  const extension = language === "typescript" ? "ts" : "js";
  const packages = packagesFor("adapter-next");
  return {
    files: [
      { path: `${routerFolder}/api/service/[...path]/route.${extension}`, text: nextRoute },
      { path: ".env.local", text: settingsIn(".env.local") },
      ignoredLedger,
    ],
    packages,
    steps: [
      ...installationOf(packages, app),
      "npx next dev --hostname localhost --port 3000",
      tryIt,
      decideOnIt,
    ],
  };
}

const nextRoute = `import { nextHandlers } from "@agent-treasury/adapter-next";
import { treasuryFromEnvironment } from "@agent-treasury/server";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextHandlers(
  treasuryFromEnvironment(),
);
`;

function expressIntegration(app: App): Integration {
  const { language, modules } = app;
  const packages = packagesFor("adapter-express");
  const isCommon = language === "javascript" && modules === "commonjs";
  const name = language === "typescript" ? "treasury.ts" : "treasury.js";
  const from = isCommon
    ? 'const { treasuryHandler } = require("./treasury.js");'
    : 'import { treasuryHandler } from "./treasury.js";';
  return {
    files: [
      { path: name, text: isCommon ? expressCommon : expressModule },
      { path: ".env", text: settingsIn(".env") },
      ignoredLedger,
    ],
    packages,
    steps: [
      ...installationOf(packages, app),
      `In your server, before any body parser:\n       ${from}\n       app.use("/api/service", treasuryHandler);`,
      "Start your server with the settings: node --env-file=.env <your server's file>",
      tryIt,
      decideOnIt,
      "Add .env to .gitignore before you set keys in it.",
    ],
  };
}

const expressModule = `import { expressHandler } from "@agent-treasury/adapter-express";
import { treasuryFromEnvironment } from "@agent-treasury/server";

export const treasury = treasuryFromEnvironment();
export const treasuryHandler = expressHandler(treasury);
`;

const expressCommon = `const { expressHandler } = require("@agent-treasury/adapter-express");
const { treasuryFromEnvironment } = require("@agent-treasury/server");

const treasury = treasuryFromEnvironment();
module.exports = { treasury, treasuryHandler: expressHandler(treasury) };
`;

/** The step that installs the packages that the app lacks, if any. */
function installationOf(packages: readonly string[], app: App): readonly string[] {
  const missing = packages.filter((name) => !app.installed.has(name));
  return missing.length === 0 ? [] : [`${app.installs} ${missing.join(" ")}`];
}

function packagesFor(adapter: string): readonly string[] {
  return [adapter, ...everywhere].map((name) => `@agent-treasury/${name}`);
}
