export { listening, type ListeningServer } from "./listening-server.ts";
export { type RemotePortsServer, serveRemotePorts } from "./remote-ports/serve-remote-ports.ts";
