// Builds and packs every publishable package, installs the archives into a project outside of this
// workspace, and loads each entry by `import` and by `require`, on the oldest and the newest
// supported Node, with an Express app on each. Then builds and starts an app of each Next version
// and of Vite with an inbox, and the deployment example's container.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Archive, archivesFor, packArchives } from "./archives.ts";
import { checkDeployedApp } from "./deployed-app.ts";
import { checkExpressApp } from "./express-app.ts";
import { checkNextApp } from "./next-app.ts";
import {
  type PublishedPackage,
  checkManifest,
  readPublishedPackages,
} from "./published-packages.ts";
import { checkGuidePages, checkViteApp } from "./react-apps.ts";
import { runCommand } from "./run-command.ts";
import { checkTypes } from "./type-check.ts";
import { undeclaredImports } from "./undeclared-imports.ts";

const quietly = ["--no-audit", "--no-fund"];

/** The exact oldest supported version, and the newest of each line. */
const nodeVersions = ["22.13.0", "22", "24", "26"];

/** Versions that fail with a message that names the oldest supported one. */
const rejectedNodeVersions = ["20", "22.12.0"];

/** These are what an app imports first. */
const checkedImports = ["treasury-core", "server", "storage-sqlite"];

/** The adapter's supported Next versions. */
const nextVersions = ["15", "16"];

/** Those of its quick start, with the inbox and the conformance suite. */
const nextPackages = [
  "adapter-next",
  "cli",
  "server",
  "storage-sqlite",
  "sandbox",
  "treasury-core",
  "react",
  "testing",
];

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "pack-check-"));
try {
  const packages = readPublishedPackages(root);
  const archives = await packArchives(root, packages, join(directory, "archives"));
  const failures = [
    ...packages.flatMap(checkManifest),
    ...packages.flatMap(undeclaredImports),
    ...(await checkInstalled(archives)),
    ...(await checkDeployedApp(root, directory)),
  ];
  for (const failure of failures) console.error(`✗ ${failure}`);
  const entries = packages.flatMap((one) => one.entries);
  console.log(
    failures.length === 0
      ? `${packages.length} packages with ${entries.length} entries load and serve in Express on Node ${nodeVersions.join(", ")}; apps of Next ${nextVersions.join(", ")} and the deployed app serve requests; their inbox and that of a Vite app load.`
      : `${failures.length} failures.`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function checkInstalled(packages: readonly Archive[]): Promise<string[]> {
  const project = join(directory, "project");
  mkdirSync(project);
  const files = packages.map(({ file }) => file);
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({
      name: "project",
      private: true,
      type: "commonjs",
      dependencies: { express: "^5.0.0" },
    }),
  );
  const forTypes = ["@types/node@22", "express@5", "@types/express@5", "@types/react@19"];
  const ofExamples = ["common", "core", "platform-express"].map((name) => `@nestjs/${name}@12`);
  announce("the installation");
  runCommand("npm", ["install", ...quietly, ...files, ...forTypes, ...ofExamples], project);
  const entries = packages.flatMap((one) => one.entries);
  announce("types");
  const failures = [
    ...checkTypes(root, entries, project),
    ...nodeVersions.flatMap((version) => checkLoading(packages, project, version)),
    ...rejectedNodeVersions.flatMap((version) => checkRejection(project, version)),
  ];
  for (const version of nodeVersions) {
    announce(`Express on Node ${version}`);
    failures.push(...(await checkExpressApp(version, nodeOf(version), project)));
  }
  const ofNext = archivesFor(packages, nextPackages);
  for (const version of nextVersions) {
    announce(`Next ${version}`);
    failures.push(...(await checkNextApp(root, version, ofNext, directory)));
  }
  announce("Vite");
  const ofVite = archivesFor(packages, ["react", "treasury-core"]);
  failures.push(...checkGuidePages(root), ...(await checkViteApp(root, ofVite, directory)));
  announce("the deployed app");
  return failures;
}

/** Prints what is checked next, because each check can take minutes. */
function announce(check: string): void {
  console.log(`  Checking ${check}`);
}

/** Returns the path of an installed Node version. */
function nodeOf(version: string): string {
  return join(directory, `node-${version}`, "node_modules/node/bin/node");
}

/** Returns its path. */
function installNode(version: string): string {
  const home = join(directory, `node-${version}`);
  announce(`Node ${version}`);
  mkdirSync(home);
  runCommand("npm", ["install", ...quietly, "--prefix", home, `node@${version}`], home);
  return nodeOf(version);
}

function checkRejection(project: string, nodeVersion: string): string[] {
  const node = installNode(nodeVersion);
  const calls = [
    ...checkedImports.map((name) => [
      "--input-type=module",
      "--eval",
      `import "@agent-treasury/${name}";`,
    ]),
    [join(project, "node_modules/.bin/agent-treasury"), "--version"],
  ];
  return calls.flatMap((args) => {
    const failure = runCommand(node, args, project, { mayFail: true }) ?? "no failure";
    const isExplained = failure.includes("needs Node 22.13 or later, this is ");
    return isExplained ? [] : [`Node ${nodeVersion}: ${args.at(-1)}: ${failure}`];
  });
}

/** Loads every entry in one process per way, because a process per entry takes most of the time. */
function checkLoading(
  packages: readonly PublishedPackage[],
  project: string,
  nodeVersion: string,
): string[] {
  const node = installNode(nodeVersion);
  const load = (type: "module" | "commonjs"): string[] => {
    const args = [`--input-type=${type}`, "--eval", loadingProgram(packages, type)];
    const failure = runCommand(node, args, project, { mayFail: true });
    return failure === undefined ? [] : [`Node ${nodeVersion}, ${type}: ${failure}`];
  };
  const run = (program: string): string[] => {
    const args = [join(project, "node_modules/.bin", program), "--help"];
    const failure = runCommand(node, args, project, { mayFail: true });
    return failure === undefined ? [] : [`Node ${nodeVersion}: ${program}: ${failure}`];
  };
  const programs = packages.flatMap((one) => one.programs);
  return [...load("module"), ...load("commonjs"), ...programs.flatMap(run)];
}

/** A program that prints each entry that does not load, and exits with 1 if there is one. */
function loadingProgram(
  packages: readonly PublishedPackage[],
  type: "module" | "commonjs",
): string {
  const entries = packages.flatMap((one) =>
    one.nodeEntries.map((entry) => [entry, one.typeEntries.includes(entry)]),
  );
  return `(async () => {
    for (const [entry, isOfTypes] of ${JSON.stringify(entries)}) {
      try {
        const loaded = ${type === "module" ? "await import(entry)" : "require(entry)"};
        if (!isOfTypes && Object.keys(loaded).length === 0) throw new Error("exports nothing");
      } catch (error) {
        console.error(entry, error);
        process.exitCode = 1;
      }
    }
  })()`;
}
