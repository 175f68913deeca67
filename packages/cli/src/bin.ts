#!/usr/bin/env node
import { processOutput } from "./commands/output.ts";
import { runCommand } from "./commands/run-command.ts";

const exitCode = await runCommand(process.argv.slice(2), process.env, processOutput());
// Timed-out connections may still be open, and would delay the exit.
process.stdout.write("", () => process.exit(exitCode));
