import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Since the start of the process, which takes a part of it. */
export interface FirstRequests {
  readonly readMs: number;
  readonly readCpuMs: number;
  readonly spendMs: number;
  readonly spendCpuMs: number;
}

/** Starts a process that reads a workspace and then spends in it, with storage in memory. */
export async function firstRequests(core: URL): Promise<FirstRequests> {
  const script = `const { createTreasury } = await import(${JSON.stringify(core.href)});
const { memoryStorage } = await import(${JSON.stringify(new URL("memory.js", core).href)});
const treasury = createTreasury({
  baseUrl: "http://localhost:3000",
  storage: memoryStorage(),
  autoApprovePayees: "any",
  budget: { startingCapitalUsd: 100 },
});
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
await treasury.state();
const read = { readMs: performance.now(), readCpuMs: cpuMs() };
const spend = { agentId: "buyer", vendor: "Example Cloud", amountUsd: 4, purpose: "a machine" };
const { proposal } = await treasury.propose(spend);
const spent = { spendMs: performance.now(), spendCpuMs: cpuMs() };
if (proposal.status !== "executed") throw new Error("The spend was not executed.");
process.stdout.write(JSON.stringify({ ...read, ...spent }));
await treasury.close();`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { env: { PATH: process.env["PATH"] } },
  );
  return JSON.parse(stdout) as FirstRequests;
}
