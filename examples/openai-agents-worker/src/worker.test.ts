import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { openTreasury } from "./treasury.ts";

it("resumes after kill -9 once a person has decided, and pays once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "treasury-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = program("worker.ts", folder);
  await first.prints("Waiting for approval of 40 USD to Acme");
  await first.end("SIGKILL");
  const second = program("worker.ts", folder);
  await second.prints("Waiting for approval of 40 USD to Acme");
  const decided = program("decide.ts", folder);
  await decided.prints("approve");
  await second.prints("The lamp is executed.");
  const treasury = openTreasury(folder);
  onTestFinished(() => treasury.close());
  const { proposals, balanceUsd } = await treasury.state();
  expect(proposals).toMatchObject([{ status: "executed", operator: "Ada" }]);
  expect(balanceUsd).toBe(60);
});

function program(file: string, folder: string) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { OPENAI_API_KEY: _none, ...environment } = process.env;
  const child = spawn(process.execPath, ["--conditions=@agent-treasury/source", path], {
    env: { ...environment, WORKER_FOLDER: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const prints = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`It ended without "${text}": ${output}`);
      await Promise.race([once(child.stdout, "data"), once(child, "close")]);
    }
  };
  return { prints, end: (signal: NodeJS.Signals) => ended(child, signal) };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, "close");
}
