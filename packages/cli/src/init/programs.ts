import type { App } from "./app.ts";
import type { ChatProgram } from "./chat-lines.ts";
import type { Framework } from "./questions.ts";
import type { SignInProgram } from "./sign-in-lines.ts";

/** What the app's code passes beside its settings. */
export interface Passed {
  readonly signIn: SignInProgram | null;
  readonly chat: ChatProgram | null;
}

type Mounted = Exclude<Framework, "next">;

interface Adapter {
  readonly creates: string;
  readonly mount: string;
  /** The start of the app, and the end of a server of its own. */
  readonly server: readonly [begin: string, listen: string];
}

const adapters: Readonly<Record<Mounted, Adapter>> = {
  express: {
    creates: "expressHandler",
    mount: 'app.use("/api/service", treasuryHandler);',
    server: [
      'import express from "express";\n',
      `const server = app.listen(port, "127.0.0.1", (error) => {
  if (error) failed(error);
  else started();
});
const close = () => server.close();`,
    ],
  },
  hono: {
    creates: "honoHandler",
    mount: 'app.all("/api/service/*", treasuryHandler);',
    server: [
      'import { serve } from "@hono/node-server";\nimport { Hono } from "hono";\n',
      `const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, started);
server.on("error", failed);
const close = () => server.close();`,
    ],
  },
  fastify: {
    creates: "fastifyTreasury",
    mount: 'app.register(treasuryHandler, { prefix: "/api/service" });',
    server: [
      'import { fastify } from "fastify";\n',
      `await app.listen({ port, host: "127.0.0.1" }).then(started, failed);
const close = () => app.close();`,
    ],
  },
};

const creations: Readonly<Record<Mounted, string>> = {
  express: "express()",
  hono: "new Hono()",
  fastify: "fastify()",
};

export function nextRoute(passed: Passed): string {
  return `${importsOf(
    [
      ["nextHandlers", "@agent-treasury/adapter-next"],
      ["treasuryFromEnvironment", "@agent-treasury/server"],
      ...importsOfPassed(passed),
    ],
    false,
  )}
${linesOf(passed)}export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextHandlers(
  treasuryFromEnvironment(${optionsOf(passed)}),
);
`;
}

function importsOf(
  imports: readonly (readonly [names: string, module: string])[],
  areCommon: boolean,
): string {
  return imports
    .map(([names, module]) =>
      areCommon
        ? `const { ${names} } = require("${module}");\n`
        : `import { ${names} } from "${module}";\n`,
    )
    .join("");
}

function importsOfPassed({ signIn, chat }: Passed): SignInProgram["imports"] {
  return [...(signIn?.imports ?? []), ...(chat?.imports ?? [])];
}

function linesOf({ signIn, chat }: Passed): string {
  return `${signIn === null ? "" : `const access = ${signIn.access};\n`}${chat?.lines ?? ""}`;
}

function optionsOf({ signIn, chat }: Passed): string {
  if (chat === null) return signIn === null ? "" : "access";
  return signIn === null ? "{ channels }" : "{ ...access, channels }";
}

/** Proposes, approves and pays a spend, as the app would with its settings. */
export const checkProgram = `// Makes a spend with test money: node --env-file=<settings> treasury-check.mjs
import { openDeployment } from "@agent-treasury/server";

let treasury;
try {
  const deployment = await openDeployment();
  treasury = deployment.treasury;
  // It approves its own spend, so it must not do so in a ledger of real money.
  if (!deployment.settings.sandbox) throw new Error("This check needs TREASURY_SANDBOX=on.");
  const workspaceId = "check";
  const spend = { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
  const { proposal: waiting } = await treasury.propose({ workspaceId, ...spend });
  const decision = { proposalId: waiting.id, decision: "approve", operator: "Ada" };
  const { id, amountUsd, vendor, status } = await treasury.decide({ workspaceId, ...decision });
  console.log(\`\${id}: $\${amountUsd.toFixed(2)} to \${vendor}, \${status}.\`);
  if (status !== "executed") process.exitCode = 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await treasury?.close();
}
`;

/** The lines that import and mount the treasury in a server. */
export function mountOf(
  framework: Mounted,
  app: App,
  module: string,
): readonly [from: string, mount: string] {
  const from = isCommon(app)
    ? `const { treasuryHandler } = require("${module}");`
    : `import { treasuryHandler } from "${module}";`;
  return [from, adapters[framework].mount];
}

export function treasuryModule(framework: Mounted, app: App, passed: Passed): string {
  const { creates } = adapters[framework];
  const imports = importsOf(
    [
      [creates, `@agent-treasury/adapter-${framework}`],
      ["tellFailure, treasuryFromEnvironment", "@agent-treasury/server"],
      ...importsOfPassed(passed),
    ],
    isCommon(app),
  );
  const create = `treasuryFromEnvironment(${optionsOf(passed)})`;
  // CommonJS cannot wait, also where tsc writes it, so its server may listen before it stops.
  const check = `
// A first read: wrong settings, or a database that cannot be opened, stop the process at its start.
${app.modules === "esm" || app.isNew ? "await " : ""}treasury.state().catch((error) => {
  console.error(tellFailure(error) ?? error);
  process.exit(1);
});
`;
  if (isCommon(app)) {
    return `${imports}
${linesOf(passed)}const treasury = ${create};
module.exports = { treasury, treasuryHandler: ${creates}(treasury) };
${check}`;
  }
  return `${imports}
${linesOf(passed)}export const treasury = ${create};
export const treasuryHandler = ${creates}(treasury);
${check}`;
}

/** A server of its own, for a new app. */
export function serverProgram(framework: Mounted, extension: string): string {
  const { mount, server } = adapters[framework];
  const [begin, listen] = server;
  return `${begin}import { treasury, treasuryHandler } from "./treasury.${extension}";

const port = Number(process.env.PORT ?? 3000);
const started = () => console.log(\`The treasury is at http://localhost:\${port}/api/service.\`);
const failed = (error) => {
  console.error(\`Cannot listen on port \${port}: \${error.message}. Set PORT to a free port.\`);
  process.exitCode = 1;
};
const app = ${creations[framework]};
${mount}
${listen}

// Ctrl+C sends SIGINT, and platforms send SIGTERM.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await treasury.close(); // completes requests in progress, rejects new ones
    await close();
  });
}
`;
}

function isCommon({ isNew, language, modules }: App): boolean {
  return !isNew && language === "javascript" && modules === "commonjs";
}
