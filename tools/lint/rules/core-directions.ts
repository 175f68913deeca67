import { posix } from "node:path";
import type { Rule } from "@oxlint/plugins";
import { importVisitor } from "../import-visitor.ts";
import { sourceFileAt } from "../source-file.ts";

/** Entry files may import every layer, and no layer imports them. */
const entries = [
  "index.ts",
  "adapter.ts",
  "domain.ts",
  "channel.ts",
  "memory.ts",
  "node.ts",
  "plugin.ts",
  "create",
];

/** The layers of the core from the bottom, each with the layers it may import. */
const layers: Readonly<Record<string, readonly string[]>> = {
  "describe-issues.ts": [],
  logging: [],
  memory: ["describe-issues.ts"],
  ledger: ["describe-issues.ts"],
  idempotency: ["describe-issues.ts", "ledger"],
  treasury: ["describe-issues.ts", "ledger", "idempotency"],
  agent: ["describe-issues.ts", "ledger", "idempotency", "treasury"],
  funding: ["describe-issues.ts", "ledger", "idempotency", "treasury", "agent"],
  machines: ["describe-issues.ts", "ledger", "idempotency", "treasury", "agent"],
  principals: ["describe-issues.ts", "ledger", "idempotency", "treasury", "agent"],
  passkeys: ["describe-issues.ts", "ledger", "treasury"],
  "paid-fetch": ["describe-issues.ts", "ledger", "idempotency", "treasury", "agent", "principals"],
  mcp: ["describe-issues.ts", "ledger", "treasury", "agent", "principals", "paid-fetch"],
  telemetry: ["describe-issues.ts", "agent"],
  events: ["describe-issues.ts", "ledger", "treasury", "agent"],
  delivery: ["describe-issues.ts", "logging", "ledger", "treasury", "agent", "events"],
  hooks: ["describe-issues.ts", "logging", "ledger", "treasury", "agent", "events", "delivery"],
  http: [
    "describe-issues.ts",
    "logging",
    "ledger",
    "idempotency",
    "treasury",
    "agent",
    "machines",
    "principals",
    "mcp",
  ],
  "node-http": ["http"],
  channels: [
    "describe-issues.ts",
    "logging",
    "ledger",
    "treasury",
    "agent",
    "principals",
    "events",
    "delivery",
    "http",
  ],
  plugins: [
    "describe-issues.ts",
    "logging",
    "ledger",
    "treasury",
    "agent",
    "principals",
    "delivery",
    "http",
  ],
};

/** Enforces one import direction inside treasury-core, from requests towards money. */
export const coreDirections: Rule = {
  create(context) {
    const file = sourceFileAt(context.filename);
    if (file?.packageName !== "treasury-core") return {};
    const from = layerOf(file.pathInSource);
    const atRoot = from === file.pathInSource.replace(/\.test\.ts$/, ".ts");
    if (entries.includes(from) || (atRoot && file.isTest)) return {};
    const allowed = file.isTest ? testReach(layers[from]) : layers[from];
    if (allowed === undefined) {
      return {
        Program: (node) =>
          context.report({
            node,
            message: `${from} is not a layer of treasury-core: add it to tools/lint/rules/core-directions.ts.`,
          }),
      };
    }
    return importVisitor((specifier, node) => {
      if (!specifier.startsWith(".")) return;
      const target = posix.normalize(posix.join(posix.dirname(file.pathInSource), specifier));
      const to = layerOf(target);
      // no-restricted-imports checks imports out of the package.
      if (to === from || to === ".." || allowed.includes(to)) return;
      context.report({
        node,
        message: `${from} may not import ${to}: inside treasury-core imports go one way (see tools/lint/rules/core-directions.ts).`,
      });
    });
  },
};

/** A layer's tests may also create a storage or the whole treasury. */
function testReach(layer: readonly string[] | undefined): readonly string[] | undefined {
  return layer && [...layer, ...entries, "memory"];
}

function layerOf(pathInSource: string): string {
  const first = pathInSource.split("/")[0] ?? "";
  return first.replace(/\.test\.ts$/, ".ts");
}
