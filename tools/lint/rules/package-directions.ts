import { posix } from "node:path";
import type { Rule } from "@oxlint/plugins";
import { importVisitor } from "../import-visitor.ts";
import { sourceFileAt } from "../source-file.ts";

const scope = "@agent-treasury/";

interface Directions {
  readonly source: readonly string[];
  /** What tests may import beyond that. */
  readonly tests: readonly string[];
}

const everyPackage = [
  "contract",
  "provider",
  "screening",
  "tool-call-markup",
  "treasury-core",
  "storage-sqlite",
  "storage-postgres",
  "model-openai",
  "payments-stripe",
  "machines-fly",
  "machines-docker",
  "mcp",
  "adapter-express",
  "adapter-next",
  "sdk-client",
  "sandbox",
];
const ontoPorts: Directions = {
  source: ["provider"],
  tests: ["treasury-core", "sandbox", "testing", "sdk-client"],
};
/** What is mounted is tried with all that a treasury can answer. */
const mountsCore: Directions = {
  source: ["provider", "treasury-core"],
  tests: ["sandbox", "testing", "sdk-client", "mcp"],
};

/** Which packages each package may import. A package that is not named here may import none. */
const directions: Readonly<Record<string, Directions>> = {
  contract: { source: [], tests: [] },
  provider: { source: ["contract"], tests: [] },
  screening: { source: ["provider"], tests: [] },
  "tool-call-markup": { source: ["contract", "provider"], tests: [] },
  "treasury-core": { source: ["contract", "provider", "screening", "tool-call-markup"], tests: [] },
  "sdk-client": { source: ["contract"], tests: ["treasury-core"] },
  sandbox: { source: ["provider"], tests: ["treasury-core", "testing"] },
  testing: { source: ["contract", "provider", "treasury-core"], tests: ["sandbox"] },
  "storage-sqlite": ontoPorts,
  "storage-postgres": ontoPorts,
  "model-openai": ontoPorts,
  "payments-stripe": ontoPorts,
  "machines-fly": ontoPorts,
  "machines-docker": ontoPorts,
  mcp: ontoPorts,
  "adapter-express": mountsCore,
  "adapter-next": mountsCore,
  server: { source: everyPackage, tests: [] },
  cli: { source: [...everyPackage, "server"], tests: [] },
};

/** Packages import one way: contract, then the ports, then core, then everything else. */
export const packageDirections: Rule = {
  create(context) {
    const file = sourceFileAt(context.filename);
    if (file === undefined) return {};
    const allowed = directions[file.packageName];
    return importVisitor((specifier, node) => {
      if (leavesPackage(file.pathInSource, specifier)) {
        context.report({ node, message: `Import another package by its name, not by its path.` });
        return;
      }
      if (specifier.split("/")[0] === "test-suites" && !file.isTest) {
        context.report({ node, message: "A published source may not import test-suites." });
        return;
      }
      if (!specifier.startsWith(scope)) return;
      const imported = specifier.slice(scope.length).split("/")[0] ?? "";
      if (allowed?.source.includes(imported)) return;
      if (file.isTest && allowed?.tests.includes(imported)) return;
      context.report({
        node,
        message: `${file.packageName} may not import ${imported}: packages import one way (see tools/lint/rules/package-directions.ts).`,
      });
    });
  },
};

function leavesPackage(pathInSource: string, specifier: string): boolean {
  if (!specifier.startsWith(".")) return false;
  // `src/../package.json` is still the package's own; one more step up is not.
  return posix
    .normalize(posix.join("src", posix.dirname(pathInSource), specifier))
    .startsWith("../");
}
