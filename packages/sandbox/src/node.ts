export { sandboxSessionFiles } from "./payments/sandbox-session-files.ts";
export { sandboxTransferFile } from "./rail/sandbox-transfer-file.ts";
export { type StripeStandInServer, serveStripeStandIn } from "./stripe/serve-stripe-stand-in.ts";
