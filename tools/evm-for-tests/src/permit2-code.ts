import { readFile } from "node:fs/promises";
import {
  PERMIT2_ADDRESS,
  x402ExactPermit2ProxyAddress,
  x402UptoPermit2ProxyAddress,
} from "@x402/evm";
import { type Address, type Hex, type TestActions, createPublicClient, http } from "viem";
import { listeningUrl, startAnvil } from "./start-anvil.ts";

/** A contract that calls another one several times. */
export const batchAddress: Address = "0x00000000000000000000000000000000ba7c4000";

/**
 * Installs Permit2 as anvil has it for Tempo, and contracts of the tests in place of the proxies of
 * x402 and of a facilitator that settles several payments at once.
 */
export async function installPermit2({ setCode }: Pick<TestActions, "setCode">): Promise<void> {
  const [permit2, proxies, batch] = await Promise.all([
    (permit2Code ??= readPermit2()),
    codeOf("permit2-proxies.hex"),
    codeOf("batch.hex"),
  ]);
  await setCode({ address: PERMIT2_ADDRESS, bytecode: permit2 });
  await setCode({ address: x402ExactPermit2ProxyAddress, bytecode: proxies });
  await setCode({ address: x402UptoPermit2ProxyAddress, bytecode: proxies });
  await setCode({ address: batchAddress, bytecode: batch });
}

let permit2Code: Promise<Hex> | undefined;

/** Returns the code of Permit2, which is the same on each network. */
async function readPermit2(): Promise<Hex> {
  const started = startAnvil("--network", "tempo");
  try {
    const transport = http(await listeningUrl(started.stdout));
    const code = await createPublicClient({ transport }).getCode({ address: PERMIT2_ADDRESS });
    if (code === undefined) throw new Error("Anvil has no Permit2.");
    return code;
  } finally {
    started.kill();
  }
}

/** Returns the compiled code of a contract of the tests. */
export async function codeOf(name: string): Promise<Hex> {
  return (await readFile(new URL(`../token/${name}`, import.meta.url), "utf8")).trim() as Hex;
}
