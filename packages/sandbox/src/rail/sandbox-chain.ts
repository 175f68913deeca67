import { Micros } from "@agent-treasury/provider";
import { oneAtATime } from "../payments/one-at-a-time.ts";
import { sandboxNetwork } from "./sandbox-network.ts";
import type { SandboxTransfer, SandboxTransferStore } from "./sandbox-transfer.ts";

export type TransferOutcome =
  | { readonly kind: "made"; readonly transfer: SandboxTransfer }
  /** A transfer with this id was made before. */
  | { readonly kind: "used" }
  | { readonly kind: "insufficient_funds" }
  | { readonly kind: "expired" };

export interface TransferRequest {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: Micros;
  /** The transfer is refused at this time and later. Milliseconds since 1970, null for never. */
  readonly expiresAt: number | null;
}

/** A stand-in for a chain: accounts with balances, and transfers that happen once by their id. */
export interface SandboxChain {
  transfer(request: TransferRequest): Promise<TransferOutcome>;
  find(id: string): Promise<SandboxTransfer | null>;
  list(): Promise<readonly SandboxTransfer[]>;
  balanceOf(account: string): Promise<Micros>;
}

export interface SandboxChainDeps {
  readonly store: SandboxTransferStore;
  /** The account that has money from the start, and how much. */
  readonly funded: { readonly account: string; readonly amount: Micros };
  readonly now: () => number;
}

/** Opens the chain of a store. Transfers are made one at a time. */
export function sandboxChain({ store, funded, now }: SandboxChainDeps): SandboxChain {
  const enter = oneAtATime();
  // Another process may have appended a transfer.
  const transfers = async (): Promise<ReadonlyMap<string, SandboxTransfer>> =>
    new Map((await store.load()).map((one) => [one.id, one]));

  const balanceOf = async (account: string): Promise<Micros> => {
    const opening = account === funded.account ? funded.amount : Micros.zero;
    return [...(await transfers()).values()].reduce((sum, { from, to, amount }) => {
      const received = to === account ? Micros.add(sum, Micros.of(amount)) : sum;
      return from === account ? Micros.subtract(received, Micros.of(amount)) : received;
    }, opening);
  };

  const transferNow = async (request: TransferRequest): Promise<TransferOutcome> => {
    const { id, from, to, amount, expiresAt } = request;
    if ((await transfers()).has(id)) return { kind: "used" };
    const at = now();
    if (expiresAt !== null && at >= expiresAt) return { kind: "expired" };
    if (amount <= 0n || (await balanceOf(from)) < amount) return { kind: "insufficient_funds" };
    const transfer = { id, from, to, amount: Micros.toText(amount), at };
    await store.append(transfer);
    return { kind: "made", transfer };
  };

  return {
    transfer: (request) => enter(() => transferNow(request)),
    // After the transfers in progress, because a missing one may count as refused.
    find: (id) => enter(async () => (await transfers()).get(id) ?? null),
    list: async () => [...(await transfers()).values()],
    balanceOf,
  };
}

/** Identity of a transfer, for captures and credits. */
export function movementIdOf({ id }: Pick<SandboxTransfer, "id">): string {
  return `${sandboxNetwork}:${id}`;
}
