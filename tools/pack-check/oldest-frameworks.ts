// Runs the tests of the bindings for agent frameworks with the oldest version that their peer range
// admits. Arguments select bindings, such as `mastra`.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run-command.ts";

const frameworks: Readonly<Record<string, string>> = {
  "ai-sdk": "ai",
  "openai-agents": "@openai/agents",
  adk: "@google/adk",
  mastra: "@mastra/core",
  langgraph: "@langchain/langgraph",
};

/** Scripts the model in tests of `@openai/agents`. Its oldest supported version does not have it. */
const scriptedModel = "@openai/agents/testing";
const newestName = "newest-agents";

const root = fileURLToPath(new URL("../../", import.meta.url));
const named = process.argv.slice(2);
const chosen = named.length > 0 ? named : Object.keys(frameworks);
const directory = mkdtempSync(join(tmpdir(), "oldest-frameworks-"));
try {
  const failures = chosen.flatMap(checkBinding);
  for (const failure of failures) console.error(`✗ ${failure}`);
  if (failures.length === 0) console.log("The oldest supported frameworks pass the tests.");
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function checkBinding(binding: string): string[] {
  const framework = frameworks[binding];
  if (framework === undefined) throw new Error(`There is no binding ${binding}.`);
  const source = join(root, "packages", `tools-${binding}`);
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const version = /\d+\.\d+\.\d+/.exec(manifest.peerDependencies[framework] ?? "")?.[0];
  if (version === undefined) return [`tools-${binding} has no oldest version of ${framework}.`];
  const workspace = join(directory, binding);
  const copy = join(workspace, "packages", `tools-${binding}`);
  const modules = join(copy, "node_modules");
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(workspace, "node_modules"));
  cpSync(join(root, "vitest.config.ts"), join(workspace, "vitest.config.ts"));
  for (const name of ["src", "package.json", "README.md"]) {
    cpSync(join(source, name), join(copy, name), { recursive: true });
  }
  linkModules(join(source, "node_modules"), modules);
  const wanted = [`${framework}@${version}`, "zod@4"];
  if (binding === "openai-agents") {
    wanted.push(`${newestName}@npm:@openai/agents`);
    replaceIn(join(copy, "src"), scriptedModel, `${newestName}/testing`);
  }
  const installed = join(workspace, "installed");
  mkdirSync(installed);
  writeFileSync(join(installed, "package.json"), JSON.stringify({ private: true }));
  runCommand("npm", ["install", "--no-audit", "--no-fund", ...wanted], installed);
  const replaced = binding === "openai-agents" ? [framework, newestName] : [framework];
  for (const name of replaced) {
    rmSync(join(modules, name), { force: true });
    symlinkSync(join(installed, "node_modules", name), join(modules, name));
  }
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", workspace, copy];
  const failure = runCommand(process.execPath, args, workspace, { mayFail: true });
  return failure === undefined ? [] : [`${framework} ${version}: ${failure}`];
}

function linkModules(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (name.startsWith(".")) continue;
    if (name.startsWith("@")) {
      mkdirSync(join(to, name));
      linkModules(join(from, name), join(to, name));
    } else {
      symlinkSync(realpathSync(join(from, name)), join(to, name));
    }
  }
}

function replaceIn(folder: string, text: string, replacement: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(text, replacement));
  }
}
