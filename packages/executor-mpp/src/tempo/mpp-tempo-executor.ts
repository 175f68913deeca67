import type { NetworkId, X402Network, X402Options } from "@agent-treasury/executor-x402";
import {
  type Connection,
  connect,
  firstAnswer,
  networkOf,
  railContext,
} from "@agent-treasury/executor-x402/chain";
import {
  Micros,
  type PaidRequest,
  type PaymentExecutor,
  type QuoteAnswer,
  type SellerAnswer,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { Address } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { findOrder, payTransfer, prepareTransfer, type TransferDeps } from "./pay-transfer.ts";
import { tip20Abi } from "./tempo-chain.ts";
import { quoteCharge, readTerms, tempoRail } from "./tempo-terms.ts";

/** After this, nothing is signed for a hold, and an uncertain outcome needs review. */
const keyLifetimeMs = 600_000;

/** The networks of Tempo, with the tokens that sellers of `mppx` ask for by default. */
const tempoNetworks: Readonly<Record<NetworkId, X402Network>> = {
  "eip155:4217": {
    mode: "live",
    tokens: ["0x20C000000000000000000000b9537d11c60E8b50"],
    depth: 1,
  },
  // Moderato
  "eip155:42431": {
    mode: "test",
    tokens: ["0x20c0000000000000000000000000000000000000"],
    depth: 1,
  },
};

/** As those of `mppExecutor`, without `gasAccount`. */
export type MppTempoOptions = Omit<X402Options, "gasAccount">;

const optionNames: NamesOf<MppTempoOptions> = {
  account: true,
  rpcUrls: true,
  networks: true,
  timeoutSeconds: true,
};

/**
 * Creates an executor that pays sellers by the Machine Payments Protocol: charges of the method `tempo`
 * whose transaction the seller sends, from an account with a plain key. Outcomes are read from the chain,
 * never from a seller.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` for wrong settings,
 * `spend_executor_error` if no RPC endpoint answers or an order is not the executor's own.
 *
 * @example const executor = mppTempoExecutor({ account, rpcUrls: { "eip155:42431": urls } });
 */
export function mppTempoExecutor(options: MppTempoOptions): PaymentExecutor & {
  /** The account that pays. */
  readonly address: Address;
  quote(answer: SellerAnswer, request: PaidRequest): Promise<QuoteAnswer>;
} {
  checkOptions("mppTempoExecutor", options, optionNames);
  const { timeoutSeconds = 20, rpcUrls, networks } = options;
  const account =
    typeof options.account === "string" ? privateKeyToAccount(options.account) : options.account;
  let connection: Connection | undefined;
  const connected = (): Connection =>
    (connection ??= connect({ rpcUrls, networks: { ...tempoNetworks, ...networks } }));
  const { connect: connectTo, treasury } = railContext(tempoRail);
  const timeoutMs = timeoutSeconds * 1_000;
  const deps = (): TransferDeps => ({
    ...treasury(),
    account,
    connection: connected(),
    timeoutMs,
  });
  const balanceOf = (network: NetworkId, token: Address): Promise<bigint> =>
    firstAnswer(networkOf(connected(), network).endpoints, (client) =>
      client.readContract({
        address: token,
        abi: tip20Abi,
        functionName: "balanceOf",
        args: [account.address],
      }),
    );
  return {
    specificationVersion: "1",
    provider: tempoRail,
    address: account.address,
    keyLifetimeMs,
    needsQuote: true,
    mode: () => connected().mode,
    connect: connectTo,
    quote: async (answer, request) => quoteCharge(answer, request, deps()),
    preflight: async ({ quote, amount }) => {
      const { deploymentId, network, token } = readTerms(quote);
      if (deploymentId !== (await treasury().deploymentId())) {
        const reason =
          "The price was quoted to another copy of the database. Propose the spend again.";
        return { kind: "unsupported", reason };
      }
      if (amount !== quote?.maximum) {
        const reason = "The seller accepts only the whole amount of the quote.";
        return { kind: "unsupported", reason };
      }
      const balance = await balanceOf(network, token);
      if (balance >= amount) return { kind: "ready" };
      const available = Micros.format(Micros.of(balance));
      const reason = `The account on ${network} has $${available} of $${Micros.format(amount)}.`;
      return { kind: "insufficient_funds", reason };
    },
    prepare: async (order) => prepareTransfer(order, deps()),
    pay: async (order) => payTransfer(order, deps()),
    find: async (order) => findOrder(order, deps()),
    balances: async () =>
      Promise.all(
        [...connected().networks].flatMap(([network, { tokens }]) =>
          tokens.map(async (token) => ({
            asset: `${token} on ${network}`,
            amount: Micros.of(await balanceOf(network, token)),
          })),
        ),
      ),
  };
}
