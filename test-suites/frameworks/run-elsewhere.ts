/** Starts or resumes an agent in a process of its own, and prints its run. */
import { readFileSync } from "node:fs";
import type { AgentFramework, AgentRun, ScriptedSpend } from "./agent-framework.ts";
import { type AccessKind, openProcess } from "./framework-world.ts";

/** `spends` starts an agent, `state` resumes one. */
export type Task = { readonly spends: readonly ScriptedSpend[] } | { readonly state: string };

const [module = "", database = "", taskFile = "", kind = ""] = process.argv.slice(2);
const { framework } = (await import(module)) as { readonly framework: AgentFramework };
const task = JSON.parse(readFileSync(taskFile, "utf8")) as Task;
const opened = await openProcess(database, kind as AccessKind);
const run: AgentRun =
  "spends" in task
    ? await framework.start(opened.access, task.spends)
    : await framework.resume(opened.access, task.state);
await opened.close();
process.stdout.write(`${JSON.stringify(run)}\n`);
