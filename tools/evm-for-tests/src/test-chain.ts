import { once } from "node:events";
import { PERMIT2_ADDRESS } from "@x402/evm";
import {
  type Address,
  type Chain,
  type Hex,
  type LocalAccount,
  createTestClient,
  defineChain,
  http,
  maxUint256,
  parseAbi,
  parseSignature,
  publicActions,
  walletActions,
} from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { codeOf, installPermit2 } from "./permit2-code.ts";
import { listeningUrl, startAnvil } from "./start-anvil.ts";

export const testWords = "test test test test test test test test test test test junk";
/** Has the network's coin. */
export const testGasAccount: LocalAccount = mnemonicToAccount(testWords, { addressIndex: 2 });
/** The facilitator of the tests. */
export const testFacilitatorAddress: Address = mnemonicToAccount(testWords, {
  addressIndex: 1,
}).address;
const tokenAbi = parseAbi([
  "constructor(uint8 decimals)",
  "function mint(address to, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function approve(address spender, uint256 value) returns (bool)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);

/** The network of the tests. */
export const testNetwork = "eip155:31337" as const;
export const localChain: Chain = defineChain({
  id: 31_337,
  name: "Local",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
});

/** A transfer that an account authorized by EIP-3009, with decimal amounts and times. */
export interface SignedTransfer {
  readonly from: Address;
  readonly to: Address;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: Hex;
  readonly signature: Hex;
}

/** A chain of its own with a token. Each transaction has a block; finalized is two blocks back. */
export interface TestChain {
  readonly rpcUrl: string;
  readonly token: Address;
  /** Deploys another token. */
  deploy(decimals: number): Promise<Address>;
  mint(to: Address, value: bigint): Promise<Hex>;
  /** Sends tokens without an authorization. */
  transfer(from: LocalAccount, to: Address, value: bigint): Promise<Hex>;
  /** Does what a facilitator does with an authorization. */
  settle(transfer: SignedTransfer): Promise<Hex>;
  /** Ends a permit by a transaction of the account. */
  invalidatePermit(account: LocalAccount, nonce: string): Promise<Hex>;
  cancel(authorizer: Address, nonce: Hex, signature: Hex): Promise<Hex>;
  mine(blocks: number, intervalSeconds?: number): Promise<void>;
  /** Moves the time of the next block. */
  increaseTime(seconds: number): Promise<void>;
  /** Replaces the newest blocks with empty ones. */
  reorganize(depth: number): Promise<void>;
  setCode(address: Address, bytecode: Hex): Promise<void>;
  installPermit2(): Promise<void>;
  /** Lets Permit2 transfer the account's tokens. */
  approve(account: LocalAccount, value?: bigint): Promise<Hex>;
  latest(): Promise<{ readonly number: bigint; readonly timeMs: number }>;
  /** Payments from an account, by the token's own records. */
  paymentsOf(from: Address): Promise<readonly { to?: Address; value?: bigint }[]>;
  stop(): Promise<void>;
}

export async function startChain(): Promise<TestChain> {
  const started = startAnvil("--slots-in-an-epoch", "1");
  const rpcUrl = await listeningUrl(started.stdout);
  const client = createTestClient({
    mode: "anvil",
    chain: localChain,
    transport: http(rpcUrl),
    account: mnemonicToAccount(testWords),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const bytecode = await codeOf("test-dollar.hex");
  const deploy = async (decimals: number): Promise<Address> => {
    const hash = await client.deployContract({ abi: tokenAbi, bytecode, args: [decimals] });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash });
    if (!contractAddress) throw new Error("The token was not deployed.");
    return contractAddress;
  };
  const token = await deploy(6);
  const write = async (
    functionName: string,
    args: readonly unknown[],
    account: LocalAccount = client.account,
  ): Promise<Hex> => {
    const call = { abi: tokenAbi, address: token, functionName, args, account } as never;
    const hash = await client.writeContract(call);
    await client.waitForTransactionReceipt({ hash });
    return hash;
  };
  return {
    rpcUrl,
    token,
    deploy,
    mint: (to, value) => write("mint", [to, value]),
    transfer: async (from, to, value) => {
      await client.setBalance({ address: from.address, value: 10n ** 18n });
      return write("transfer", [to, value], from);
    },
    settle: ({ from, to, value, validAfter, validBefore, nonce, signature }) => {
      const amounts = [value, validAfter, validBefore].map(BigInt);
      return write("transferWithAuthorization", [from, to, ...amounts, nonce, ...parts(signature)]);
    },
    cancel: (authorizer, nonce, signature) =>
      write("cancelAuthorization", [authorizer, nonce, ...parts(signature)]),
    installPermit2: () => installPermit2(client),
    approve: async (account, value = maxUint256) => {
      await client.setBalance({ address: account.address, value: 10n ** 18n });
      return write("approve", [PERMIT2_ADDRESS, value], account);
    },
    invalidatePermit: async (account, nonce) => {
      const args = [BigInt(nonce) >> 8n, 1n << (BigInt(nonce) & 255n)] as const;
      const hash = await client.writeContract({
        abi: parseAbi(["function invalidateUnorderedNonces(uint256 word, uint256 mask)"]),
        address: PERMIT2_ADDRESS,
        functionName: "invalidateUnorderedNonces",
        args,
        account,
      });
      await client.waitForTransactionReceipt({ hash });
      return hash;
    },
    mine: (blocks, interval = 0) => client.mine({ blocks, interval }),
    increaseTime: async (seconds) => void (await client.increaseTime({ seconds })),
    reorganize: async (depth) =>
      void (await client.request({ method: "anvil_reorg", params: [depth, []] } as never)),
    setCode: (address, code) => client.setCode({ address, bytecode: code }),
    latest: async () => {
      const { number, timestamp } = await client.getBlock();
      return { number, timeMs: Number(timestamp) * 1_000 };
    },
    paymentsOf: async (from) => {
      const logs = await client.getContractEvents({
        abi: tokenAbi,
        address: token,
        eventName: "Transfer",
        args: { from },
        fromBlock: 0n,
      });
      return logs.map(({ args: { to, value } }) => ({
        ...(to && { to }),
        ...(value && { value }),
      }));
    },
    stop: async () => {
      started.kill();
      if (started.exitCode === null && started.signalCode === null) await once(started, "exit");
    },
  };
}

function parts(signature: Hex): readonly [number, Hex, Hex] {
  const { v, r, s } = parseSignature(signature);
  return [Number(v), r, s];
}
