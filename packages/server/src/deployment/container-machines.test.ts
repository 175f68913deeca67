import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { dockerMachines } from "@agent-treasury/machines-docker";
import type { MachineHost } from "@agent-treasury/provider";
import { describeOnHost, testImage, testSocket } from "containers-for-tests";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDeployment } from "./open-deployment.ts";

const isLong = process.env["TEST_LONG"] !== undefined;
const socket = testSocket ?? "";
const program = fileURLToPath(new URL("ask-for-body.fixture.ts", import.meta.url));

let directory: string;
let env: Record<string, string>;
let host: MachineHost;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "agent-treasury-machines-"));
  const app = `test-${crypto.randomUUID().slice(0, 8)}`;
  host = dockerMachines({ socket, image: testImage, app });
  env = {
    TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
    TREASURY_SANDBOX: "on",
    TREASURY_DOCKER_SOCKET: socket,
    HOST_IMAGE: testImage,
    HOST_APP: app,
    HOST_MEMORY_MB: "128",
  };
});

afterEach(async () => {
  const machines = testSocket !== null ? await host.list() : [];
  await Promise.all(machines.map(({ id }) => host.destroy(id)));
  await rm(directory, { recursive: true });
});

/** A calling process, its output so far, and its exit, which may already have happened. */
type Asking = ChildProcess & { readonly printed: () => string; readonly closed: Promise<unknown> };

/** Starts a process with `times` concurrent calls. */
function ask(times: number): Asking {
  const conditions = "--conditions=@agent-treasury/source";
  const child = spawn(process.execPath, [conditions, program, String(times)], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
    // Longer than it takes to create a machine.
    timeout: 300_000,
    killSignal: "SIGKILL",
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  const closed = new Promise((resolve) => child.once("close", resolve));
  return Object.assign(child, { printed: () => text, closed });
}

async function idsOf(child: Asking): Promise<readonly string[]> {
  await child.closed;
  return JSON.parse(child.printed().split("\n")[1] ?? "[]");
}

describeOnHost("an agent's machine", () => {
  it("is created once for fifty concurrent callers in four processes", async () => {
    const answers = await Promise.all([13, 13, 12, 12].map((times) => idsOf(ask(times))));
    const ids = new Set(answers.flat());
    expect(answers.every((each) => each.length === 1)).toBe(true);
    expect((await host.list()).map(({ id }) => id)).toEqual([...ids]);
  });

  it("is created once if processes are killed while they create it", async () => {
    let killedWithin = 0;
    for (const delayMs of isLong ? [0, 30, 60, 120, 200] : [0, 60]) {
      const child = ask(1);
      while (!child.printed().includes("begun")) {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        if (isOver) throw new Error("The process ended before its calls.");
        await sleep(1);
      }
      await sleep(delayMs);
      if (!child.printed().includes("[")) killedWithin += 1;
      child.kill("SIGKILL");
      await child.closed;
    }
    // The first is killed before anything can be created.
    expect(killedWithin).toBeGreaterThan(0);
    const ids = await idsOf(ask(1));
    expect((await host.list()).map(({ id }) => id)).toEqual(ids);
  });

  it("runs the sandbox user's command, and the trace contains its real output", async () => {
    const { treasury, parts } = await openDeployment({ env });
    expect(parts.machines).toBe("docker");
    const result = await treasury.runTurn({ workspaceId: "acme", message: "run `uname -a`" });
    expect(result.events.map(({ kind }) => kind)).toContain("tool_result");
    expect(JSON.stringify(result.events)).toMatch(/"stdout":"Linux /);
    expect(result.assistant).toContain("exit code 0");
    await treasury.close();
  });
});
