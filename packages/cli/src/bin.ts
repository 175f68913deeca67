#!/usr/bin/env node
import { processOutput } from "./commands/output.ts";
import { runCommand } from "./commands/run-command.ts";

const exitCode = await runCommand(process.argv.slice(2), process.env, processOutput());
// Whoever was waited for in vain may still be tried again, and nobody listens any more.
process.stdout.write("", () => process.exit(exitCode));
