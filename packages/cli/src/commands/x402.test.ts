import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDeployment } from "@agent-treasury/server";
import {
  anvilBinary,
  payTo,
  rpcProxy,
  startChain,
  type RpcCall,
  type TestChain,
} from "evm-for-tests";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";

const usdcOfBaseSepolia = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";

describe.skipIf(anvilBinary === null)("settings of x402", () => {
  let chain: TestChain;
  let directory: string;
  let privateKey: `0x${string}`;
  let env: Record<string, string>;

  beforeAll(async () => {
    chain = await startChain();
    directory = await mkdtemp(join(tmpdir(), "x402-"));
  });
  afterAll(async () => {
    await chain.stop();
    await rm(directory, { recursive: true });
  });
  beforeEach(async () => {
    privateKey = generatePrivateKey();
    await chain.mint(privateKeyToAccount(privateKey).address, 10_000_000n);
    env = {
      TREASURY_DATABASE_URL: `sqlite:${join(directory, `${crypto.randomUUID()}.db`)}`,
      X402_PRIVATE_KEY: privateKey,
      X402_NETWORK: "eip155:84532",
      X402_RPC_URLS: `${await baseSepolia(chain)}/secret-one,${await baseSepolia(chain)}/secret-two`,
    };
  });

  it("let doctor read the account's balance from each endpoint", async () => {
    const { stdout } = await run(["doctor"], env);
    const { address } = privateKeyToAccount(privateKey);
    expect(stdout).toContain(`✓ x402      ${address} has $10.00 of test money on eip155:84532`);
    const other = { ...env, X402_RPC_URLS: `${env["X402_RPC_URLS"]},${chain.rpcUrl}` };
    const wrong = await run(["doctor"], other);
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stdout).toContain("✗ x402      Endpoint 3 of 3: ");
    const [alone = ""] = env["X402_RPC_URLS"]?.split(",") ?? [];
    const one = await run(["doctor"], { ...env, X402_RPC_URLS: alone });
    expect(one.stdout).toContain("! x402");
    for (const { stdout: text } of [{ stdout }, wrong, one]) {
      expect(text).not.toContain(privateKey);
      expect(text).not.toContain("secret-");
    }
  });

  it("let reconcile compare the account with the ledger", async () => {
    const { treasury } = await openDeployment({ env });
    await treasury.state("acme");
    await treasury.close();
    expect(await run(["reconcile"], env)).toMatchObject({ exitCode: 0 });
    await chain.transfer(privateKeyToAccount(privateKey), payTo, 2_500_000n);
    await chain.mine(5);
    const { stdout } = await run(["reconcile"], env);
    expect(stdout).toContain("$2.50 in 1 payments");
  });
});

/** An endpoint whose chain has the id and the address of USDC of Base Sepolia. */
function baseSepolia(chain: TestChain): Promise<string> {
  return rpcProxy(chain.rpcUrl, (call, ask) => {
    if (call.method === "eth_chainId") return "0x14a34";
    const params = JSON.stringify(call.params ?? []).replaceAll(
      new RegExp(usdcOfBaseSepolia, "gi"),
      chain.token,
    );
    return ask({ ...call, params: JSON.parse(params) as RpcCall["params"] });
  });
}
