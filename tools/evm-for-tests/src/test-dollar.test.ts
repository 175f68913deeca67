import { readFile } from "node:fs/promises";
import solc from "solc";
import { expect, it } from "vitest";

const folder = new URL("../token/", import.meta.url);

it("uses bytecode that was compiled from the committed source", async () => {
  const names = ["test-dollar.sol", "permit2-proxies.sol"];
  const sources: Record<string, { content: string }> = {};
  for (const name of names) {
    sources[name] = { content: await readFile(new URL(name, folder), "utf8") };
  }
  const input = {
    language: "Solidity",
    sources,
    settings: {
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: "none" },
      outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.deployedBytecode.object"] } },
    },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  const proxies = contracts["permit2-proxies.sol"];
  const compiled = {
    "test-dollar.hex": contracts["test-dollar.sol"].TestDollar.evm.bytecode,
    "permit2-proxies.hex": proxies.Permit2Proxies.evm.deployedBytecode,
    "batch.hex": proxies.Batch.evm.deployedBytecode,
  };
  for (const [name, { object }] of Object.entries(compiled)) {
    await expect(`0x${object}\n`).toMatchFileSnapshot(`../token/${name}`);
  }
});
