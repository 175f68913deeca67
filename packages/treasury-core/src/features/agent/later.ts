// For code that is loaded later.
export { spendOutcome } from "./tools/treasury-tools.ts";
