/**
 * A server for Node that starts, drains and stops in order: for an app that is a process of its own.
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
