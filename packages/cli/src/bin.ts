#!/usr/bin/env node
import { assertSupportedRuntime } from "@agent-treasury/provider/helpers";

try {
  assertSupportedRuntime("agent-treasury");
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}

// Imported after the check, because the other modules do not load on an older Node.
const [{ processOutput }, { runCommand }] = await Promise.all([
  import("./commands/output.ts"),
  import("./commands/run-command.ts"),
]);
const exitCode = await runCommand(process.argv.slice(2), process.env, processOutput());
// Timed-out connections may still be open, and would delay the exit.
process.stdout.write("", () => process.exit(exitCode));
