export { type RemotePortsServer, serveRemotePorts } from "./remote-ports/serve-remote-ports.ts";
