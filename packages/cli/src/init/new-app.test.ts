import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runProgram } from "../commands/run-program.fixture.ts";
import { chooseInTerminal } from "./questions.ts";

const packages = fileURLToPath(new URL("../../../", import.meta.url));
const ours = ["approvals-slack", "cli", "server", "sandbox", "treasury-core", "storage-sqlite"];
const external: Readonly<Record<string, readonly string[]>> = {
  express: ["express"],
  hono: ["hono", "@hono/node-server"],
  fastify: ["fastify"],
};

let app: string;
beforeEach(async () => {
  app = await mkdtemp(join(tmpdir(), "treasury-app-"));
});
afterEach(() => rm(app, { recursive: true, force: true }));

async function link(name: string, target: string): Promise<void> {
  const path = join(app, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

/** Installs the sources of our packages, as links. */
async function install(framework: string): Promise<void> {
  const adapter = `adapter-${framework}`;
  for (const name of [...ours, adapter]) {
    await link(`@agent-treasury/${name}`, join(packages, name));
  }
  for (const name of external[framework] ?? []) {
    await link(name, join(packages, adapter, "node_modules", name));
  }
}

type Settings = Readonly<Record<string, string>>;

/** Runs the written check again, with other settings. */
const checkIn = (settings: Settings): Promise<unknown> => runIn("treasury-check.mjs", settings);

/** Runs the written server until it exits. */
const serveIn = (settings: Settings): Promise<unknown> => runIn("server.js", settings);

async function runIn(program: string, settings: Settings): Promise<unknown> {
  const flags = ["--conditions=@agent-treasury/source", "--no-warnings", "--env-file=.env"];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  const command = [...flags, program];
  return promisify(execFile)(process.execPath, command, { cwd: app, env, timeout: 300_000 }).catch(
    (error: unknown) => error,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function started(server: ChildProcess): Promise<void> {
  for await (const piece of server.stdout ?? []) {
    if (String(piece).includes("The treasury is at")) return;
  }
  throw new Error("The server exited.");
}

const isLong = process.env["TEST_LONG"] === "1";

describe("agent-treasury init in an empty folder", () => {
  it.each(isLong ? Object.keys(external) : ["fastify"])(
    "writes a server with %s, and makes a spend with it",
    async (framework) => {
      await install(framework);
      const { exitCode, stdout, stderr } = await runProgram([
        "init",
        app,
        "--framework",
        framework,
        "--approvals",
        "slack",
        "--yes",
      ]);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/prop_\w+: \$24\.00 to Namecheap, executed\./);
      expect(await readFile(join(app, ".env"), "utf8")).toContain("# SLACK_BOT_TOKEN");

      if (isLong) {
        expect(await checkIn({ TREASURY_SANDBOX: "off" })).toMatchObject({
          code: 1,
          stderr: "This check needs TREASURY_SANDBOX=on.\n",
        });
      }
      // It also ends if it fails later.
      const database = `sqlite:${join(app, "server.js", "ledger.db")}`;
      expect(await checkIn({ TREASURY_DATABASE_URL: database })).toMatchObject({ code: 1 });

      const port = await freePort();
      const flags = ["--conditions=@agent-treasury/source", "--env-file=.env", "server.js"];
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, PORT: String(port) };
      const server = spawn(process.execPath, flags, { cwd: app, env, stdio: [null, "pipe", null] });
      try {
        await started(server);
        const response = await fetch(
          `http://localhost:${port}/api/service/treasury?workspaceId=check`,
        );
        expect(await response.json()).toMatchObject({ balanceUsd: 76 });

        if (isLong) {
          expect(await serveIn({ PORT: "0", TREASURY_SANDBOX: "perhaps" })).toMatchObject({
            code: 1,
            stdout: "",
            stderr: expect.stringMatching(/^Invalid settings:\n {2}TREASURY_SANDBOX [^\n]+\n$/),
          });
        }
        expect(await serveIn({ PORT: String(port) })).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(
            new RegExp(
              `^Cannot listen on port ${port}: .*EADDRINUSE.* Set PORT to a free port\\.\\n$`,
            ),
          ),
        });
        const exit = once(server, "exit");
        server.kill("SIGTERM");
        expect(await exit).toEqual([0, null]);
      } finally {
        server.kill("SIGKILL");
      }
    },
  );

  // Loading the sources takes seconds.
  it.skipIf(!isLong)("reports a check that failed, after the files are written", async () => {
    await install("hono");
    await writeFile(join(app, ".env"), "TREASURY_SANDBOX=perhaps\n");
    const given = ["init", app, "--framework", "hono", "--approvals", "slack", "--yes"];
    const { exitCode, stderr } = await runProgram(given);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("TREASURY_SANDBOX")]);
    expect(stderr).toContain("The files are written");
    expect(stderr).not.toContain("    at ");
  });
});

it("asks again until an answer is one of the names, and takes the first by default", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const choose = chooseInTerminal(input, output);
  const answer = choose("Storage?", ["sqlite", "memory"]);
  input.write("mysql\n");
  await once(output, "data");
  setImmediate(() => input.write(" Memory \n"));
  expect(await answer).toBe("memory");
  const byDefault = choose("Storage?", ["sqlite", "memory"]);
  input.write("\n");
  expect(await byDefault).toBe("sqlite");
});
