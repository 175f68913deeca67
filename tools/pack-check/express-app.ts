import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { serverLife } from "./server-life.ts";

const server = `const express = require("express");
const { treasuryHandler } = require("./treasury.js");
const app = express();
app.use("/api/service", treasuryHandler);
const listening = app.listen(0, () => console.log("port " + listening.address().port));
`;

/**
 * Initializes a treasury in a CommonJS Express app with the command, serves it on this Node, and
 * sends a request. Returns the problems.
 */
export async function checkExpressApp(
  version: string,
  node: string,
  project: string,
): Promise<string[]> {
  writeFileSync(join(project, "server.js"), server);
  const command = join(project, "node_modules/.bin/agent-treasury");
  if (!existsSync(join(project, "treasury.js"))) runCommand(node, [command, "init"], project);
  const process = spawn(node, ["--env-file=.env", "server.js"], {
    cwd: project,
    env: { TREASURY_DATABASE_URL: `sqlite:node-${version}.db` },
    stdio: ["ignore", "pipe", "inherit"],
    ...serverLife,
  });
  const ended = once(process, "exit");
  try {
    const port = await portOf(process.stdout);
    const response = await fetch(`http://localhost:${port}/api/service/treasury`);
    const answer = await response.text();
    if (response.status === 200 && answer.includes('"balanceUsd":100')) return [];
    return [`Express on Node ${version}: GET treasury returned ${response.status}: ${answer}`];
  } catch (error) {
    return [`Express on Node ${version}: ${String(error)}`];
  } finally {
    process.kill("SIGKILL");
    await ended;
  }
}

async function portOf(output: AsyncIterable<unknown>): Promise<string> {
  let told = "";
  for await (const piece of output) {
    told += String(piece);
    const [, port] = /port (\d+)/.exec(told) ?? [];
    if (port !== undefined) return port;
  }
  throw new Error(`The server exited before it printed its port.\n${told}`);
}
