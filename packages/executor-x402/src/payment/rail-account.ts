import { Micros, type RailBalance, type RailMovement } from "@agent-treasury/provider";
import type { Address } from "viem";
import { accountTransfers } from "../chain/account-transfers.ts";
import { firstAnswer } from "../chain/rpc-endpoint.ts";
import { tokenAbi } from "../chain/token-abi.ts";
import type { ConnectedNetwork, Connection } from "../connection.ts";
import { type NetworkId, knownNetworks } from "../networks.ts";
import { movementId } from "./find-payment.ts";

/** Returns the account's balance of each token. */
export function readBalances(
  account: Address,
  connection: Connection,
): Promise<readonly RailBalance[]> {
  return ofEachToken(connection, async (network, token, { endpoints }) => {
    const balance = await firstAnswer(endpoints, (client) =>
      client.readContract({
        address: token,
        abi: tokenAbi,
        functionName: "balanceOf",
        args: [account],
      }),
    );
    const isUsdc = knownNetworks[network]?.tokens.includes(token) === true;
    const asset = `${isUsdc ? "USDC" : token} on ${network}`;
    return { asset, amount: Micros.of(balance) };
  });
}

/**
 * Returns the transfers from the account that count. One that settled no authorization has an id
 * that no payment of the treasury has.
 */
export async function readMovements(
  account: Address,
  connection: Connection,
  since: number,
): Promise<readonly RailMovement[]> {
  const movements = await ofEachToken(connection, async (network, token, { endpoints, depth }) => {
    const query = { token, from: account, sinceSeconds: Math.floor(since / 1_000), depth };
    const transfers = await firstAnswer(endpoints, (client) => accountTransfers(client, query));
    return transfers.map(
      ({ to, value, at, nonce, permit2, transactionHash, logIndex }): RailMovement => {
        const chain = network.slice("eip155:".length);
        const id =
          nonce === null
            ? `erc20:${chain}:${token}:${transactionHash}:${logIndex}`.toLowerCase()
            : movementId({ network, token, from: account, nonce, permit2, value });
        const description = `To ${to} on ${network}, transaction ${transactionHash}`;
        return { id, amount: Micros.of(value), at: at * 1_000, description };
      },
    );
  });
  return movements.flat();
}

function ofEachToken<Answer>(
  { networks }: Connection,
  read: (network: NetworkId, token: Address, connected: ConnectedNetwork) => Promise<Answer>,
): Promise<Answer[]> {
  return Promise.all(
    [...networks].flatMap(([id, connected]) =>
      connected.tokens.map((token) => read(id, token, connected)),
    ),
  );
}
