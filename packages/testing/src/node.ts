export { sandboxSessionFiles } from "./payments/sandbox-session-files.ts";
