export { sandboxSessionFiles } from "./payments/sandbox-session-files.ts";
export * from "./adapter/adapter-conformance.ts";
export type { AdapterUnderTest, RunningAdapter } from "./adapter/adapter-under-test.ts";
export { type RemotePortsServer, serveRemotePorts } from "./remote-ports/serve-remote-ports.ts";
export { type StripeStandInServer, serveStripeStandIn } from "./stripe/serve-stripe-stand-in.ts";
