import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveOnce } from "../init/serve-once.fixture.ts";
import { run } from "./run-program.fixture.ts";

const installed = fileURLToPath(
  new URL("../../../../examples/express/node_modules", import.meta.url),
);
const quickStart = new URL("../../../../docs/quick-start-next.md", import.meta.url);

let app: string;
beforeEach(async () => {
  app = await mkdtemp(join(tmpdir(), "treasury-app-"));
});
afterEach(() => rm(app, { recursive: true, force: true }));

async function appWith(manifest: object): Promise<void> {
  await writeFile(join(app, "package.json"), JSON.stringify(manifest));
}

/** The steps that `init` prints for an app with these packages. */
async function stepsWith(packages: readonly string[]): Promise<readonly string[]> {
  const devDependencies = Object.fromEntries(packages.map((name) => [name, "^1.0.0"]));
  await appWith({ dependencies: { express: "^5.0.0" }, devDependencies });
  const { stdout } = await run(["init", app, "--json"]);
  return (JSON.parse(stdout) as { steps: string[] }).steps;
}

async function written(): Promise<readonly string[]> {
  const files = await readdir(app, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name !== "package.json")
    .map((file) => join(file.parentPath, file.name).slice(app.length + 1))
    .toSorted((one, other) => one.localeCompare(other));
}

describe("agent-treasury init", () => {
  it.each([
    ["modules", { type: "module" }, 'import { treasuryHandler } from "./treasury.js";', "import"],
    ["CommonJS", {}, 'const { treasuryHandler } = require("./treasury.js");', "require"],
  ])("mounts a working treasury in an Express app of %s", async (_kind, manifest, line, how) => {
    await appWith({ ...manifest, dependencies: { express: "^5.0.0" } });
    const { exitCode, stdout } = await run(["init", app, "--no-check"]);
    expect([exitCode, await written()]).toEqual([
      0,
      expect.arrayContaining([".data/.gitignore", ".env", "treasury.js"]),
    ]);
    expect(stdout).toContain(line);
    expect(stdout).toContain(
      "npm install @agent-treasury/adapter-express @agent-treasury/cli @agent-treasury/server",
    );

    // Other tests start an app of modules.
    if (how === "import" && process.env["TEST_LONG"] !== "1") return;
    const express =
      how === "import" ? 'import express from "express";' : 'const express = require("express");';
    const server = `${express}\n${line}\nconst app = express();\napp.use("/api/service", treasuryHandler);\nconst server = app.listen(0, () => console.log(server.address().port));\n`;
    await writeFile(join(app, "server.js"), server);
    await symlink(installed, join(app, "node_modules"));
    const { status, text } = await serveOnce(app, "server.js", "/api/service/treasury");
    expect([status, text]).toEqual([200, expect.stringContaining('"balanceUsd":100')]);
    if (how === "import") return;
    // A module of CommonJS cannot wait for the check of the settings.
    await writeFile(join(app, ".env"), "TREASURY_SANDBOX=perhaps\n");
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const stopped = spawnSync(
      process.execPath,
      ["--conditions=@agent-treasury/source", "--env-file=.env", "--no-warnings", "treasury.js"],
      { cwd: app, encoding: "utf8", env: { PATH, NODE_COMPILE_CACHE } },
    );
    expect([stopped.status, stopped.stderr]).toEqual([
      1,
      expect.stringMatching(/^Invalid settings:\n {2}TREASURY_SANDBOX [^\n]+\n$/),
    ]);
  });

  it("mounts a treasury beside a TypeScript server below src", async () => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
    await writeFile(join(app, "tsconfig.json"), "{}");
    await mkdir(join(app, "src"));
    const express = 'import express from "express";';
    await writeFile(join(app, "src/index.ts"), express);
    const { stdout } = await run(["init", app, "--no-check"]);
    expect(stdout).toContain(`\nNext:\n  1. cd ${app}\n  2. npm install`);
    expect(stdout).toContain("wrote src/treasury.ts");
    expect(await written()).toEqual(
      expect.arrayContaining([".data/.gitignore", ".env", "src/treasury.ts", "treasury-check.mjs"]),
    );
    expect(await written()).not.toContain("treasury.ts");
    const line = 'import { treasuryHandler } from "./treasury.ts";';
    expect(stdout).toContain(`In src/index.ts, before any body parser:\n       ${line}\n`);
    expect(stdout).toContain('For a build by tsc, import "./treasury.js".');
    expect(stdout).toContain(
      "node --env-file=.env src/index.ts (or the file that tsc built). If its port is not 3000, use its port below, and add BASE_URL=http://localhost:<port> to .env, so that checkouts return to it.",
    );
    expect(stdout).toContain("On SIGTERM, call `await treasury.close()`");
    expect(stdout).toContain("listen on 127.0.0.1 only");

    const server = `${express}\n${line}\nconst app = express();\napp.use("/api/service", treasuryHandler);\nconst server = app.listen(0, () => console.log((server.address() as { port: number }).port));\n`;
    await writeFile(join(app, "src/index.ts"), server);
    await symlink(installed, join(app, "node_modules"));
    expect((await serveOnce(app, "src/index.ts", "/api/service/treasury")).status).toBe(200);
  });

  it("does not overwrite a file beside a CommonJS server below src", async () => {
    await appWith({ dependencies: { fastify: "^5.0.0" } });
    await mkdir(join(app, "src"));
    await writeFile(join(app, "src/server.js"), 'const { fastify } = require("fastify");\n');
    await writeFile(join(app, "src/treasury.js"), "// mine\n");
    const { stdout } = await run(["init", app, "--no-check"]);
    expect(stdout).toContain("skipped src/treasury.js, which exists. Add to it:");
    expect(stdout).toContain('const { treasuryHandler } = require("./treasury.js");');
    expect(stdout).toContain("In src/server.js:\n"); // Parsers of Fastify do not apply to it.
    expect(await readFile(join(app, "src/treasury.js"), "utf8")).toBe("// mine\n");
  });

  it.each([
    [
      "mjs",
      {},
      'import { treasuryHandler } from "./treasury.mjs";',
      'import express from "express";',
    ],
    [
      "cjs",
      { type: "module" },
      'const { treasuryHandler } = require("./treasury.cjs");',
      'const express = require("express");',
    ],
  ])("uses the modules of a server.%s", async (extension, manifest, line, express) => {
    await appWith({ ...manifest, dependencies: { express: "^5.0.0" } });
    const file = `server.${extension}`;
    await writeFile(join(app, file), express);
    const { stdout } = await run(["init", app, "--no-check"]);
    expect(stdout).toContain(`In ${file}, before any body parser:\n       ${line}\n`);
    const server = `${express}\n${line}\nconst app = express();\napp.use("/api/service", treasuryHandler);\nconst server = app.listen(0, () => console.log(server.address().port));\n`;
    // Other tests start an app of each kind.
    if (process.env["TEST_LONG"] !== "1") return;
    await writeFile(join(app, file), server);
    await symlink(installed, join(app, "node_modules"));
    expect((await serveOnce(app, file, "/api/service/treasury")).status).toBe(200);
  });

  it("explains the import path if it does not find the server", async () => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
    await writeFile(join(app, "tsconfig.json"), "{}");
    const { stdout } = await run(["init", app, "--no-check"]);
    expect(stdout).toContain('import { treasuryHandler } from "./treasury.ts";');
    expect(stdout).toContain(
      `treasury.ts is in ${app}. The import path is relative to your server's file, such as "../treasury.ts" from src/.`,
    );
    expect(stdout).toContain("node --env-file=.env <your server's file>");
  });

  it("also writes a server where only the command is installed", async () => {
    const dependencies = { "@agent-treasury/cli": "^0.1.0" };
    for (const [type, server] of [
      ["module", "server.js"],
      ["commonjs", "server.mjs"],
    ] as const) {
      await appWith({ type, dependencies });
      const { stdout } = await run(["init", app, "--framework", "express", "--no-check"]);
      expect(await written()).toContain(server);
      expect(stdout).toContain(`node --env-file=.env ${server}`);
      expect(stdout).toMatch(/npm install .* express\n/);
    }
    // Other tests start an app.
    if (process.env["TEST_LONG"] !== "1") return;
    const text = await readFile(join(app, "server.mjs"), "utf8");
    const printsPort = "const started = () => console.log(server.address().port);";
    const onFreePort = text.replace("process.env.PORT ?? 3000", "0");
    await writeFile(join(app, "server.mjs"), onFreePort.replace(/const started = .*/, printsPort));
    await symlink(installed, join(app, "node_modules"));
    expect((await serveOnce(app, "server.mjs", "/api/service/treasury")).status).toBe(200);
  });

  it("uses Express in an empty folder with --yes", async () => {
    const { exitCode, stdout } = await run(["init", app, "--yes", "--no-check"]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("Framework: express\n")]);
    expect(await written()).toContain("server.js");
  });

  it("detects the app router of a Next app, and its language", async () => {
    await appWith({ dependencies: { next: "16.0.0", react: "19.0.0" } });
    await mkdir(join(app, "src/app"), { recursive: true });
    await writeFile(join(app, "tsconfig.json"), "{}");
    await writeFile(join(app, "pnpm-lock.yaml"), "");
    const { exitCode, stdout } = await run(["init", app, "--json"]);
    const { packages, steps, files } = JSON.parse(stdout) as Record<string, unknown[]>;
    const route = "src/app/api/service/[...path]/route.ts";
    expect([exitCode, files]).toEqual([
      0,
      [
        { path: route, written: true },
        { path: "treasury-check.mjs", written: true },
        { path: ".env.local", written: true },
        { path: ".data/.gitignore", written: true },
      ],
    ]);
    expect(packages).toContain("@agent-treasury/adapter-next");
    expect(steps?.[0]).toMatch(/^pnpm add @agent-treasury/);
    expect(await readFile(quickStart, "utf8")).toContain(`\n${String(steps?.[1])}\n`);
    expect(await readFile(join(app, route), "utf8")).toContain("nextHandlers(");
  });

  it("prints the command for the packages that are not installed, if any", async () => {
    const all = ["adapter-express", "cli", "server", "storage-sqlite", "sandbox", "treasury-core"];
    const names = all.map((name) => `@agent-treasury/${name}`);
    expect((await stepsWith(names.slice(2)))[0]).toBe(`npm install ${names.slice(0, 2).join(" ")}`);
    expect((await stepsWith(names)).join()).not.toContain("install");
  });

  it("does not overwrite files, and prints what to add to them", async () => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
    await writeFile(join(app, ".env"), "PORT=8080\n");
    const { stdout } = await run(["init", app, "--no-check"]);
    expect(stdout).toContain("wrote treasury.js");
    expect(stdout).toContain("skipped .env, which exists");
    expect(stdout).toContain("    TREASURY_SANDBOX=on");
    expect(await readFile(join(app, ".env"), "utf8")).toBe("PORT=8080\n");
    const before = await readFile(join(app, "treasury.js"), "utf8");
    const again = (await run(["init", app, "--no-check"])).stdout;
    expect(again).toMatch(/skipped treasury\.js, which exists\n/);
    expect(again).not.toContain("expressHandler(");
    expect(await readFile(join(app, "treasury.js"), "utf8")).toBe(before);
    await run(["init", app, "--no-check", "--force"]);
    expect(await readFile(join(app, ".env"), "utf8")).toContain("TREASURY_SANDBOX=on");
  });

  it("reports what is not supported, without writing files", async () => {
    expect(await run(["init", app])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Cannot read package.json"),
    });
    await appWith({ dependencies: { koa: "3.0.0" } });
    expect((await run(["init", app])).stderr).toContain(
      "lists none of express, next, hono, fastify",
    );
    expect((await run(["init", app, "--yes"])).stderr).toContain("Select one with --framework");
    await appWith({ dependencies: { next: "16.0.0", express: "5.0.0" } });
    expect((await run(["init", app])).stderr).toContain("--framework express");
    expect((await run(["init", app, "--framework", "koa"])).stderr).toContain("express, next");
    expect((await run(["init", app, "--storage", "mysql"])).stderr).toContain("sqlite, postgres");
    expect(await written()).toEqual([]);
    expect((await run(["init", app, "--framework", "express", "--no-check"])).exitCode).toBe(0);
  });
});

describe("agent-treasury init --auth", () => {
  const signIn = { "@agent-treasury/sign-in": "^0.1.0" };

  it("serves the app's own sign-in, which rejects requests without a session", async () => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0", ...signIn } });
    const { stdout } = await run(["init", app, "--auth", "better-auth", "--no-check"]);
    expect(await readFile(join(app, "treasury.js"), "utf8")).toContain(
      'betterAuthSignIn(auth, { roles: { admin: "approver", "*": "member" } })',
    );
    expect(stdout).toContain("Export your `auth` of Better Auth from ./auth.js.");
    expect(stdout).not.toContain("Without sign-in every caller may approve");
    await writeFile(
      join(app, "auth.js"),
      "export const auth = { api: { getSession: async () => null } };\n",
    );
    const server = `import express from "express";\nimport { treasuryHandler } from "./treasury.js";\nconst app = express();\napp.use("/api/service", treasuryHandler);\nconst server = app.listen(0, () => console.log(server.address().port));\n`;
    await writeFile(join(app, "server.js"), server);
    await mkdir(join(app, "node_modules/@agent-treasury"), { recursive: true });
    const ours = new URL("../../../", import.meta.url);
    for (const name of ["adapter-express", "server", "sign-in"]) {
      const target = fileURLToPath(new URL(name, ours));
      await symlink(target, join(app, "node_modules/@agent-treasury", name));
    }
    await symlink(join(installed, "express"), join(app, "node_modules/express"));
    const served = await serveOnce(app, "server.js", "/api/service/treasury");
    expect([served.status, served.text]).toEqual([401, expect.stringContaining("unauthenticated")]);
  });

  it.each([
    ["auth-js", "treasury.js", "authJsSignIn(getSession", "Export from ./auth.js a `getSession"],
    ["clerk", "treasury.js", "authorizedParties: [process.env.PUBLIC_URL", "CLERK_SECRET_KEY"],
    ["workos", "treasury.js", "clientId: process.env.WORKOS_CLIENT_ID", "WORKOS_API_KEY"],
    ["oidc", "treasury.js", "issuer: process.env.OIDC_ISSUER", "Set OIDC_ISSUER"],
  ])("writes the line of %s, its packages and settings", async (auth, file, line, step) => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
    const { stdout } = await run(["init", app, "--auth", auth, "--no-check"]);
    expect(await readFile(join(app, file), "utf8")).toContain(line);
    expect(stdout).toContain(step);
    expect(stdout).toMatch(/npm install .*@agent-treasury\/sign-in/);
    const settings = await readFile(join(app, ".env"), "utf8");
    expect(settings.includes("# Sign-in: set all.")).toBe(auth !== "auth-js");
  });

  it.each(["better-auth", "auth-js", "clerk", "workos", "oidc"])(
    "with %s lets people decide in Slack, in the workspace of the app",
    async (auth) => {
      const accessWith = async (approvals: string) => {
        await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
        const given = ["--auth", auth, "--approvals", approvals, "--no-check", "--force"];
        const { stdout } = await run(["init", app, ...given]);
        expect(stdout.includes("in `channels`")).toBe(approvals === "slack");
        return readFile(join(app, "treasury.js"), "utf8");
      };
      expect(await accessWith("slack")).toMatch(
        /\(.*(\n *| )roles: \{[^}]*\},\1channels: \["demo"\],?\s*\}/s,
      );
      expect(await accessWith("page")).not.toContain("channels");
      // A mail only links to the page.
      expect(await accessWith("email")).not.toContain("channels");
    },
  );

  it("writes the line into a route of Next, and into CommonJS", async () => {
    await appWith({ dependencies: { next: "16.0.0" } });
    await run(["init", app, "--auth", "better-auth", "--no-check"]);
    const route = await readFile(join(app, "app/api/service/[...path]/route.js"), "utf8");
    expect(route).toContain('import { auth } from "../../../../auth";');
    expect(route).toContain("treasuryFromEnvironment(access)");
    await appWith({ dependencies: { express: "^5.0.0" } });
    await run(["init", app, "--auth", "oidc", "--no-check"]);
    expect(await readFile(join(app, "treasury.js"), "utf8")).toContain(
      'const { oidcSignIn } = require("@agent-treasury/sign-in/oidc");',
    );
    const unknown = await run(["init", app, "--auth", "ldap"]);
    expect(unknown.stderr).toContain("none, better-auth, auth-js, clerk, workos, oidc");
  });
});

describe("agent-treasury init --approvals", () => {
  it.each([
    ["discord", "createDiscordAdapter()", "DISCORD_BOT_TOKEN"],
    ["telegram", 'createTelegramAdapter({ mode: "webhook" })', "TELEGRAM_BOT_TOKEN"],
    ["teams", "createTeamsAdapter()", "TEAMS_APP_ID"],
    ["gchat", "createGoogleChatAdapter({ endpointUrl:", "GOOGLE_CHAT_CREDENTIALS"],
  ])("writes the channel of %s, its packages, settings and steps", async (chat, line, first) => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
    const { stdout } = await run(["init", app, "--approvals", chat, "--no-check"]);
    const text = await readFile(join(app, "treasury.js"), "utf8");
    expect(text).toContain(line);
    expect(text).toContain(`const channels = process.env.${first} ? [openChat()] : [];`);
    expect(text).toContain("treasuryFromEnvironment({ channels })");
    expect(stdout).toMatch(
      new RegExp(`npm install .*@agent-treasury/approvals-chat .*/${chat}\\b`),
    );
    expect(stdout).toContain(`/api/service/channels/${chat}`);
    expect(await readFile(join(app, ".env"), "utf8")).toContain(`# ${first}=`);
  });

  it("opens the channel once its settings are set, and beside a sign-in", async () => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
    const given = ["--auth", "oidc", "--approvals", "discord", "--no-check"];
    await run(["init", app, ...given]);
    const path = join(app, "treasury.js");
    const text = await readFile(path, "utf8");
    expect(text).toContain("treasuryFromEnvironment({ ...access, channels })");
    expect(text).toContain('channels: ["demo"]');
    // Other tests start an app.
    if (process.env["TEST_LONG"] !== "1") return;
    // Without sign-in, because this test has no issuer.
    await run(["init", app, "--approvals", "discord", "--no-check", "--force"]);
    const server = `import express from "express";\nimport { treasuryHandler } from "./treasury.js";\nconst app = express();\napp.use("/api/service", treasuryHandler);\nconst server = app.listen(0, () => console.log(server.address().port));\n`;
    await writeFile(join(app, "server.js"), server);
    const ours = new URL("../../../", import.meta.url);
    await mkdir(join(app, "node_modules/@agent-treasury"), { recursive: true });
    for (const name of ["adapter-express", "approvals-chat", "server"]) {
      const target = fileURLToPath(new URL(name, ours));
      await symlink(target, join(app, "node_modules/@agent-treasury", name));
    }
    const adapters = fileURLToPath(new URL("approvals-chat/node_modules/@chat-adapter", ours));
    await symlink(adapters, join(app, "node_modules/@chat-adapter"));
    await symlink(join(installed, "express"), join(app, "node_modules/express"));
    const pressed = "/api/service/channels/discord";
    expect((await serveOnce(app, "server.js", pressed)).status).toBe(404);
    const settings = [
      "DISCORD_BOT_TOKEN=a",
      `DISCORD_PUBLIC_KEY=${"a1".repeat(32)}`,
      "DISCORD_APPLICATION_ID=1",
      "DISCORD_THREAD=discord:1:2",
    ];
    await writeFile(join(app, ".env"), `TREASURY_SANDBOX=on\n${settings.join("\n")}\n`);
    expect((await serveOnce(app, "server.js", pressed)).status).not.toBe(404);
  });

  it("writes the settings and packages of push notifications", async () => {
    await appWith({ type: "module", dependencies: { express: "^5.0.0" } });
    const { stdout } = await run(["init", app, "--approvals", "push", "--no-check"]);
    expect(stdout).toMatch(/npm install .*approvals-push .*outbound-fetch/);
    expect(stdout).toContain("serviceWorkerUrl");
    expect(await readFile(join(app, ".env"), "utf8")).toContain("# PUSH_KEY=");
  });
});
