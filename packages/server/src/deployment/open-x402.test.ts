import { expect, it, onTestFinished } from "vitest";
import type { SettingProblem } from "../settings/settings-error.ts";
import { openDeployment } from "./open-deployment.ts";

const ofX402 = {
  TREASURY_DATABASE_URL: "memory:",
  X402_PRIVATE_KEY: `0x${"1".repeat(64)}`,
  X402_NETWORK: "eip155:84532",
  X402_RPC_URLS: "http://127.0.0.1:1",
};

async function problemsOf(env: Record<string, string>): Promise<readonly SettingProblem[]> {
  const opening = openDeployment({ env: { ...ofX402, ...env } });
  const error = await opening.catch((problem: unknown) => problem);
  return (error as { problems: readonly SettingProblem[] }).problems;
}

it("pays sellers by x402, and by MPP if it is on, beside the sandbox's rail", async () => {
  const origins = { TREASURY_PAID_FETCH_ORIGINS: "https://api.example.com" };
  for (const [env, rails] of [
    [{}, ["x402"]],
    [{ TREASURY_SANDBOX: "on" }, ["sandbox", "x402"]],
    [{ X402_MPP: "on" }, ["x402", "mpp"]],
    [{ X402_MPP: "off" }, ["x402"]],
  ] as const) {
    const { treasury, parts } = await openDeployment({ env: { ...ofX402, ...origins, ...env } });
    onTestFinished(() => treasury.close());
    expect(parts.x402).toBe("test");
    const { rails: connected } = await treasury.rails();
    expect(connected.map(({ rail }) => rail)).toEqual(rails);
    const other = treasury.fetchPaid({ url: "https://other.example.com", purpose: "a report" });
    await expect(other).rejects.toMatchObject({ code: "paid_origin_not_listed" });
  }
});

it("rejects an unknown network, and live money beside the sandbox", async () => {
  const [unknown] = await problemsOf({ X402_NETWORK: "eip155:1" });
  expect(unknown).toMatchObject({ variable: "X402_NETWORK" });
  const live = { X402_NETWORK: "eip155:8453", TREASURY_SANDBOX: "on" };
  expect(await problemsOf(live)).toMatchObject([{ variable: "TREASURY_SANDBOX" }]);
});

it("rejects MPP without an account", async () => {
  const env = { X402_PRIVATE_KEY: "", X402_NETWORK: "", X402_RPC_URLS: "", X402_MPP: "on" };
  const problems = await problemsOf(env);
  expect(problems.map(({ variable }) => variable)).toEqual([
    "X402_PRIVATE_KEY",
    "X402_NETWORK",
    "X402_RPC_URLS",
  ]);
});

it("rejects origins of sellers without an executor", async () => {
  const [problem] = await problemsOf({
    X402_PRIVATE_KEY: "",
    X402_NETWORK: "",
    X402_RPC_URLS: "",
    TREASURY_PAID_FETCH_ORIGINS: "https://api.example.com",
  });
  expect(problem).toMatchObject({ variable: "X402_PRIVATE_KEY" });
});
