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
  'Approve it, with the "proposalId" of the response: curl -X POST localhost:3000/api/service/treasury/decide -H "content-type: application/json" -d \'{"proposalId": "prop_…", "decision": "approve"}\'';
const nextToIt = "Add .data to .gitignore, because it contains the ledger.";

export function integrationFor(app: App): Integration {
  return app.framework === "next" ? nextIntegration(app) : expressIntegration(app);
}

function nextIntegration({ routerFolder, language, installs }: App): Integration {
  const extension = language === "typescript" ? "ts" : "js";
  const packages = packagesFor("adapter-next");
  return {
    files: [
      { path: `${routerFolder}/api/service/[...path]/route.${extension}`, text: nextRoute },
      { path: ".env.local", text: settingsIn(".env.local") },
    ],
    packages,
    steps: [
      `${installs} ${packages.join(" ")}`,
      "npx next dev --hostname 127.0.0.1",
      tryIt,
      decideOnIt,
      nextToIt,
    ],
  };
}

const nextRoute = `import { nextHandlers } from "@agent-treasury/adapter-next";
import { treasuryFromEnvironment } from "@agent-treasury/server";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextHandlers(
  treasuryFromEnvironment(),
);
`;

function expressIntegration({ language, modules, installs }: App): Integration {
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
    ],
    packages,
    steps: [
      `${installs} ${packages.join(" ")}`,
      `In your server, before any body parser:\n       ${from}\n       app.use("/api/service", treasuryHandler);`,
      "Start your server with the settings: node --env-file=.env <your server's file>",
      tryIt,
      decideOnIt,
      nextToIt,
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

function packagesFor(adapter: string): readonly string[] {
  return [adapter, ...everywhere].map((name) => `@agent-treasury/${name}`);
}
