#!/usr/bin/env node
import { processOutput } from "./commands/output.ts";
import { runCommand } from "./commands/run-command.ts";

const exitCode = await runCommand(process.argv.slice(2), process.env, processOutput());
// Connections that did not answer in time may still be open, and would keep the process running.
process.stdout.write("", () => process.exit(exitCode));
