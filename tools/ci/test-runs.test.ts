// Compares the test files with the lists of `vitest.config.ts` and with the commands that run tests. A
// name or filter that matches no file would otherwise drop a suite without a failure.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import config, { builtApps, leftOutWith, longSuites } from "../../vitest.config.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
const filesOf = (patterns: string | readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: root, exclude: ["**/node_modules", "**/dist"] });

const files = filesOf("**/*.test.ts");
const { scripts } = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const ofCi = read(".github/workflows/ci.yml");

/** The runs of tests in a script, such as `TEST_PAGES=1 vitest run packages/react`. */
const runsOf = (script: string): readonly string[] =>
  script.split(" && ").filter((command) => /^(?:\w+=1 )*vitest run\b/.test(command));

/** The runs of tests in the steps of CI that call a script, with the variables of the step. */
const runsOfCi = ofCi.split(/^ +- /m).flatMap((step) => {
  const [, name = "", filters = ""] = /^run: npx --yes pnpm@12 ([\w:]+)(.*)$/m.exec(step) ?? [];
  const set = [...step.matchAll(/^ +(TEST_\w+): "1"$/gm)].map(([, variable]) => `${variable}=1 `);
  return runsOf(scripts[name] ?? "").map((run) => `${set.join("")}${run}${filters}`);
});

/** The files that each filter of a run matches, or all. */
function matchesOf(run: string): ReadonlyMap<string, readonly string[]> {
  const [variables = "", filters = ""] = run.split("vitest run");
  const set = [...variables.matchAll(/(\w+)=/g)].map(([, name = ""]) => [name, "1"]);
  const excluded = leftOutWith(Object.fromEntries(set));
  const all = files.filter((file) => !excluded.includes(file));
  const names = filters.trim() === "" ? [""] : filters.trim().split(" ");
  return new Map(names.map((name) => [name, all.filter((file) => file.includes(name))]));
}

it("has every test file in a project, and no pattern without a file", () => {
  const patterns = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === "object" && "test" in project ? (project.test?.include ?? []) : [],
  );
  const included = filesOf(patterns);
  expect(files.filter((file) => !included.includes(file))).toEqual([]);
  expect(patterns.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
});

it("names test files that exist in vitest.config.ts", () => {
  const named = [...leftOutWith({}), ...longSuites];
  expect(named.filter((name) => !files.includes(name))).toEqual([]);
  expect(builtApps.filter((app) => !files.some((file) => app.test(`/${file}`)))).toEqual([]);
});

it("has no filter that matches no test file", () => {
  const runs = [...Object.values(scripts).flatMap(runsOf), ...runsOfCi];
  expect(runs).toContain("TEST_LONG=1 vitest run packages/adapter-");
  const empty = runs.flatMap((run) =>
    [...matchesOf(run)].filter(([, matched]) => matched.length === 0),
  );
  expect(empty.map(([filter]) => filter)).toEqual([]);
});

it("runs every test file in CI", () => {
  const run = new Set(runsOfCi.flatMap((command) => [...matchesOf(command).values()].flat()));
  for (const file of matchesOf("vitest run").get("") ?? []) run.add(file);
  expect(files.filter((file) => !run.has(file))).toEqual([]);
});

it("calls scripts that exist in CI and in the documents", () => {
  const documents = filesOf([
    "*.md",
    "{docs,bench,decisions,fault-injection,tools,packages,examples}/**/*.md",
  ]);
  const called = [...documents, ".github/workflows/ci.yml"].flatMap((path) =>
    [...read(path).matchAll(/\bpnpm@12 ([a-z][\w:-]*)/g)].map(([, name = ""]) => name),
  );
  const ownCalls = [...read(".ci/run").matchAll(/^pnpm ([\w:]+)/gm)].map(([, name = ""]) => name);
  const known = new Set([...Object.keys(scripts), "install", "run"]);
  expect(ownCalls).toContain("test");
  expect([...called, ...ownCalls].filter((name) => !known.has(name))).toEqual([]);
});
