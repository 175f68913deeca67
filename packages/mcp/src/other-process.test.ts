import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { bundleScript } from "../../../tools/build/bundle-script.ts";
import { agentsSetting, lamp, taskClient, tokens } from "./mcp-clients.fixture.ts";

const sourcePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function startProcess(script: string, ...values: readonly string[]): ChildProcess {
  const options = ["--disable-warning=ExperimentalWarning", script, ...values];
  const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

it("notifies the official client of a decision in another operating-system process", async () => {
  const folder = mkdtempSync(join(tmpdir(), "treasury-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bundles = sourcePath("../node_modules/.cache/fixtures");
  const script = bundleScript(sourcePath("./treasury-process.fixture.ts"), bundles);
  const place = [join(folder, "treasury.db"), agentsSetting];

  const server = startProcess(script, ...place);
  const [origin] = (await once(server.stdout!, "data")) as [Buffer];
  const requests: string[] = [];
  const send: typeof fetch = (input, init) => {
    requests.push(init?.method ?? "GET");
    return fetch(input, init);
  };
  const url = new URL("/api/service/mcp", origin.toString().trim());
  const agent = await taskClient({ send }, tokens.buyer, url);
  const id = await agent.propose();
  const { closed } = await agent.listen(id);
  const before = requests.length;

  const person = startProcess(script, ...place, id);
  expect(await once(person, "exit")).toEqual([0, null]);
  expect(await closed).toBe("graceful");
  // The SDK handles the last notification after the end of its stream.
  await expect.poll(() => agent.seen.at(-1)?.status).toBe("completed");
  const result = { structuredContent: { proposalId: id, status: "executed", ...lamp } };
  expect(agent.seen.at(-1)).toMatchObject({ taskId: id, result });
  // The client sent nothing while it waited.
  expect(requests.slice(before)).toEqual([]);
});
