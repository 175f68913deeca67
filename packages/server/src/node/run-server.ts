import { tellFailure, tellFault } from "../deployment/tell-failure.ts";
import { isListenError } from "./listen.ts";
import {
  type CreateApp,
  type RunningServer,
  type ServerOptions,
  startServer,
} from "./start-server.ts";

/**
 * Runs a server as the main program, and stops it on SIGTERM or SIGINT. Exits with 0 once all
 * requests are complete, with 1 if it cannot start, and at once on a second signal.
 *
 * @param onReady - Called when the server accepts requests. `stopping` aborts at the first signal.
 * @example
 * await runServer(createApp, ({ deployment }) => console.log(`Ready:
 * ${deployment.settings.baseUrl}`));
 */
export async function runServer(
  createApp: CreateApp,
  onReady: (server: RunningServer, stopping: AbortSignal) => void | Promise<void>,
  options: ServerOptions = {},
): Promise<void> {
  const stopping = new AbortController();
  try {
    const server = await startServer(createApp, options);
    const stop = (): void => {
      if (stopping.signal.aborted) process.exit(130);
      stopping.abort();
      console.log("Stopping. Requests in progress will finish.");
      server.stop().then(() => process.exit(0), exitWithReason);
    };
    process.on("SIGTERM", stop).on("SIGINT", stop);
    await onReady(server, stopping.signal);
  } catch (error) {
    // An error caused by the signal is expected.
    if (!stopping.signal.aborted) exitWithReason(error);
  }
}

function exitWithReason(error: unknown): never {
  console.error(isListenError(error) ? error.message : (tellFailure(error) ?? tellFault(error)));
  process.exit(1);
}
