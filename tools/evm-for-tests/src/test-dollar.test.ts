import { readFile } from "node:fs/promises";
import solc from "solc";
import { expect, it } from "vitest";

it("uses bytecode that was compiled from the committed source", async () => {
  const folder = new URL("../token/", import.meta.url);
  const content = await readFile(new URL("test-dollar.sol", folder), "utf8");
  const input = {
    language: "Solidity",
    sources: { "test-dollar.sol": { content } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: "none" },
      outputSelection: { "*": { TestDollar: ["evm.bytecode.object"] } },
    },
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
  const bytecode = contracts["test-dollar.sol"].TestDollar.evm.bytecode.object;
  await expect(`0x${bytecode}\n`).toMatchFileSnapshot("../token/test-dollar.hex");
});
