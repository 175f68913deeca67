/** Resumes an agent in a process of its own, and prints its run. */
import { readFileSync } from "node:fs";
import type { AgentFramework } from "./agent-framework.ts";
import { type AccessKind, openProcess } from "./framework-world.ts";

const [module = "", database = "", stateFile = "", kind = ""] = process.argv.slice(2);
const { framework } = (await import(module)) as { readonly framework: AgentFramework };
const opened = await openProcess(database, kind as AccessKind);
const run = await framework.resume(opened.access, readFileSync(stateFile, "utf8"));
await opened.close();
process.stdout.write(`${JSON.stringify(run)}\n`);
