import type { RequestListener } from "node:http";
import { warnAboutCopy } from "../deployment/copied-database.ts";
import {
  type Deployment,
  type DeploymentOptions,
  openDeployment,
} from "../deployment/open-deployment.ts";
import { warnAboutReplication } from "../deployment/replication-risk.ts";
import { readSettings } from "../settings/read-settings.ts";
import { drainOf } from "./drain.ts";
import { entrance } from "./entrance.ts";
import { limitRequests, listen } from "./listen.ts";

/** Creates an Express app, or a listener of `node:http`. */
export type CreateApp = (deployment: Deployment) => RequestListener;

export interface ServerOptions extends DeploymentOptions {
  /** Tried in order if the configured port is taken. */
  readonly otherPorts?: readonly number[];
}

export interface RunningServer {
  readonly deployment: Deployment;
  /** The server's address on this machine. */
  readonly localUrl: string;
  /** Completes requests and turns in progress, and closes the treasury. */
  stop(): Promise<void>;
}

/** Longer than a turn. Another process resumes an interrupted turn. */
const graceMs = 150_000;
const failedStartMs = 1_000;

/**
 * Serves the deployment that the environment describes. It listens before the database is open:
 * until then a health check receives 503 `starting`, and other requests wait for up to 10 seconds.
 * A request must arrive within 30 seconds, and at most 4,000 connections are open.
 *
 * @throws SettingsError, MissingPackageError, ListenError, TreasuryError. `tellFailure` formats
 * each of them.
 * @example
 * const server = await startServer(({ treasury }) => express().use("/api/service",
 * expressHandler(treasury)));
 * process.once("SIGTERM", () => server.stop());
 */
export async function startServer(
  createApp: CreateApp,
  { env = process.env, otherPorts = [], ...options }: ServerOptions = {},
): Promise<RunningServer> {
  const { port: wanted, listenAddress } = readSettings(env);
  const { listener, open, fail } = entrance();
  const { server, port } = await listen([wanted, ...otherPorts], listenAddress, listener);
  const drain = drainOf(server);
  try {
    // The default base URL contains the port.
    const deployment = await openDeployment({ ...options, env: { ...env, PORT: String(port) } });
    await warnAboutCopy(deployment, options.logger);
    await warnAboutReplication(deployment.settings, options.logger).catch(() => undefined);
    open(createApp(deployment));
    limitRequests(server);
    let stopping: Promise<void> | null = null;
    return {
      deployment,
      localUrl: `http://${reachable(listenAddress)}:${port}`,
      stop: () => (stopping ??= drain(() => deployment.treasury.close(), graceMs)),
    };
  } catch (error) {
    fail();
    await drain(async () => {}, failedStartMs);
    throw error;
  }
}

function reachable(listenAddress: string): string {
  if (listenAddress === "0.0.0.0") return "127.0.0.1";
  if (listenAddress === "::") return "[::1]";
  return listenAddress.includes(":") ? `[${listenAddress}]` : listenAddress;
}
