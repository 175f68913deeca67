import { posix } from "node:path";
import type { Rule } from "@oxlint/plugins";
import { type CorePart, corePartOf } from "../core-parts.ts";
import { importVisitor } from "../import-visitor.ts";
import { sourceFileAt } from "../source-file.ts";

/** Entry files with types of the whole: what `createTreasury` takes and returns. */
const interfaces = ["treasury.ts", "treasury-options.ts"];

/**
 * What each part of the core may import beside itself. `core-imports.test.ts` checks what features
 * import of each other.
 */
const reach: Readonly<Record<CorePart["kind"], readonly CorePart["kind"][]>> = {
  kernel: [],
  memory: ["kernel"],
  http: ["kernel"],
  feature: ["kernel", "http"],
  create: ["kernel", "http", "memory", "feature", "entry"],
  entry: ["kernel", "http", "memory", "feature", "create"],
};

/** Enforces one import direction inside treasury-core, from requests towards money. */
export const coreDirections: Rule = {
  create(context) {
    const file = sourceFileAt(context.filename);
    if (file?.packageName !== "treasury-core") return {};
    const from = corePartOf(file.pathInSource);
    if (from === null) {
      return {
        Program: (node) =>
          context.report({
            node,
            message: "Code of treasury-core belongs to kernel, features, http, memory or create.",
          }),
      };
    }
    // Tests may create a storage or the whole treasury.
    if (file.isTest) return {};
    return importVisitor((specifier, node) => {
      if (!specifier.startsWith(".")) return;
      const target = posix.normalize(posix.join(posix.dirname(file.pathInSource), specifier));
      // no-restricted-imports checks imports out of the package.
      if (target.startsWith("../")) return;
      const to = corePartOf(target);
      if (to === null || to.kind === from.kind || reach[from.kind].includes(to.kind)) return;
      if (from.kind === "feature" && interfaces.includes(target)) return;
      context.report({
        node,
        message: `${from.kind} may not import ${to.kind}: inside treasury-core imports go one way (see tools/lint/rules/core-directions.ts).`,
      });
    });
  },
};
