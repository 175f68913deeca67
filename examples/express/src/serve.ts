import {
  type Deployment,
  type Environment,
  openDeployment,
  readSettings,
} from "@agent-treasury/server";
import { createApp } from "./create-app.ts";
import { drainOf } from "./drain.ts";
import { entrance } from "./entrance.ts";
import { limitRequests, listen } from "./listen.ts";

/** A server that is up. */
export interface RunningServer {
  readonly deployment: Deployment;
  /** Where this process can reach it, whatever its public address is. */
  readonly localUrl: string;
  /** Refuses what is new, lets requests and turns under way end, and closes the treasury. */
  stop(): Promise<void>;
}

/** A little longer than a turn may take. What is cut then keeps what it did, and a turn is carried on. */
const graceMs = 150_000;
/** For the answers to requests that arrived before a start failed. */
const failedStartMs = 1_000;

/**
 * Serves the treasury that the environment describes.
 *
 * @param otherPorts - tried in turn when the settings' own port is taken.
 * @throws SettingsError, MissingPackageError, ListenError, TreasuryError: each tells whoever started it what to do.
 */
export async function serve(
  env: Environment,
  otherPorts: readonly number[] = [],
): Promise<RunningServer> {
  const { port: wanted, listenAddress } = readSettings(env);
  const { listener, open, fail } = entrance();
  const { server, port } = await listen([wanted, ...otherPorts], listenAddress, listener);
  const drain = drainOf(server);
  try {
    // Only now is the port known that checkouts return to.
    const deployment = await openDeployment({ env: { ...env, PORT: String(port) } });
    // A database that cannot be opened is told now, and not to the first caller.
    await deployment.treasury.state();
    open(createApp(deployment));
    limitRequests(server);
    let stopping: Promise<void> | null = null;
    return {
      deployment,
      localUrl: `http://${reachable(listenAddress)}:${port}`,
      stop: () => (stopping ??= drain.stop(() => deployment.treasury.close(), graceMs)),
    };
  } catch (error) {
    fail();
    await drain.stop(async () => {}, failedStartMs);
    throw error;
  }
}

function reachable(listenAddress: string): string {
  if (listenAddress === "0.0.0.0") return "127.0.0.1";
  if (listenAddress === "::") return "[::1]";
  return listenAddress.includes(":") ? `[${listenAddress}]` : listenAddress;
}
