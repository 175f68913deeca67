export * from "./adapter/adapter-conformance.ts";
export type { AdapterUnderTest, RunningAdapter } from "./adapter/adapter-under-test.ts";
export { type RemotePortsServer, serveRemotePorts } from "./remote-ports/serve-remote-ports.ts";
