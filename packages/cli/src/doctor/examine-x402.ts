import { Micros } from "@agent-treasury/provider";
import { isMissingPackageError, isSettingsError, type Settings } from "@agent-treasury/server";
import { openX402, type X402Setting } from "@agent-treasury/server/parts";
import { atMost } from "./ask.ts";
import { type Finding, doubtful, fine, problemOf, unset, wrong } from "./finding.ts";

type X402Settings = Pick<Settings, "sandbox"> & { readonly x402: X402Setting };

/** Reads the account's balance from each endpoint, which also shows the network that it serves. */
export async function examineX402({ x402, sandbox }: Settings): Promise<Finding> {
  if (x402 === null) {
    return unset("x402", "No purchases by x402.", "Set X402_PRIVATE_KEY and the like.");
  }
  const { network, rpcUrls } = x402;
  try {
    const [first] = await atMost(
      Promise.all(rpcUrls.map((url, at) => examineEndpoint({ x402, sandbox }, url, at + 1))),
    );
    const message = `${first} on ${network}, by ${rpcUrls.length} endpoints.`;
    if (rpcUrls.length > 1) return fine("x402", message);
    const alone = `${first} on ${network}, by one endpoint: an expired payment stays held for a day.`;
    return doubtful("x402", alone, "Add an endpoint of another operator to X402_RPC_URLS.");
  } catch (error) {
    return wrong("x402", problemOf(error), remedyFor(error));
  }
}

async function examineEndpoint(
  { x402, sandbox }: X402Settings,
  url: string,
  ordinal: number,
): Promise<string> {
  const executor = await openX402({ x402: { ...x402, rpcUrls: [url] }, sandbox });
  try {
    const balances = (await executor?.balances?.()) ?? [];
    const held = balances.map(({ amount }) => Micros.formatUsd(amount)).join(", ");
    return `${executor?.address} has ${held} of ${executor?.mode()} money`;
  } catch (error) {
    throw new Error(`Endpoint ${ordinal} of ${x402.rpcUrls.length}: ${problemOf(error)}`, {
      cause: error,
    });
  }
}

function remedyFor(error: unknown): string {
  if (isMissingPackageError(error)) return "Install that package where the server runs.";
  if (isSettingsError(error)) return "Correct the setting, and run this again.";
  return "Check X402_RPC_URLS, and that this machine can reach each endpoint.";
}
