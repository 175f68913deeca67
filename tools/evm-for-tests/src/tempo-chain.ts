import { once } from "node:events";
import {
  type Address,
  type Chain,
  type PublicClient,
  type Transport,
  createPublicClient,
  createWalletClient,
  http,
  numberToHex,
  parseAbi,
} from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { tempoModerato } from "viem/tempo/chains";
import { payTo } from "./spend-order.ts";
import { listeningUrl, startAnvil } from "./start-anvil.ts";
import { testWords } from "./test-chain.ts";

export const pathUsd: Address = "0x20c0000000000000000000000000000000000000";
/** The network of Tempo whose chain the tests have. */
export const tempoNetwork = "eip155:42431" as const;
const tip20Abi = parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "function transfer(address to, uint256 amount)",
  "event Transfer(address indexed from, address indexed to, uint256 amount)",
]);

/** A local chain of Tempo. */
export interface TempoChain {
  readonly rpcUrl: string;
  readonly client: PublicClient<Transport, Chain>;
  /** Sends tokens of a rich account. */
  fund(to: Address, amount: bigint): Promise<void>;
  balanceOf(account: Address): Promise<bigint>;
  /** Transfers to a seller, by the token's own records. */
  paymentsOf(from: Address, to?: Address): Promise<readonly bigint[]>;
  mine(blocks: number): Promise<void>;
  /** Moves the time of the chain, until a block with the new time is final. */
  pass(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startTempo(chainId = 42_431): Promise<TempoChain> {
  const started = startAnvil("--network", "tempo", "--chain-id", String(chainId));
  const rpcUrl = await listeningUrl(started.stdout);
  const rpcUrls = { default: { http: [rpcUrl] } };
  const chain: Chain = { ...tempoModerato, id: chainId, rpcUrls };
  const transport = http(rpcUrl);
  const client = createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 });
  const rich = createWalletClient({ chain, transport, account: mnemonicToAccount(testWords) });
  const mine = async (blocks: number): Promise<void> =>
    void (await client.request({ method: "anvil_mine", params: [numberToHex(blocks)] } as never));
  const token = { address: pathUsd, abi: tip20Abi } as const;
  return {
    rpcUrl,
    client,
    fund: async (to, amount) => {
      const hash = await rich.writeContract({
        address: pathUsd,
        abi: tip20Abi,
        functionName: "transfer",
        args: [to, amount],
      });
      await client.waitForTransactionReceipt({ hash });
    },
    balanceOf: (account) =>
      client.readContract({ ...token, functionName: "balanceOf", args: [account] }),
    paymentsOf: async (from, to = payTo) => {
      const logs = await client.getContractEvents({
        ...token,
        eventName: "Transfer",
        args: { from, to },
        fromBlock: 0n,
      });
      return logs.map(({ args: { amount = 0n } }) => amount);
    },
    mine,
    pass: async (seconds) => {
      await client.request({ method: "evm_increaseTime", params: [seconds] } as never);
      await mine(80);
    },
    stop: async () => {
      started.kill();
      if (started.exitCode === null && started.signalCode === null) await once(started, "exit");
    },
  };
}
