/**
 * A Node server with ordered startup and graceful shutdown, for an app that runs as its own
 * process.
 *
 * @module
 */
export { describeDeployment } from "./node/describe-deployment.ts";
export { ListenError, isListenError } from "./node/listen.ts";
export { runServer } from "./node/run-server.ts";
export {
  type CreateApp,
  type RunningServer,
  type ServerOptions,
  startServer,
} from "./node/start-server.ts";
