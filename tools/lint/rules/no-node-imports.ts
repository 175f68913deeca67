import { isBuiltin } from "node:module";
import type { Rule } from "@oxlint/plugins";
import { importVisitor } from "../import-visitor.ts";
import { sourceFileAt } from "../source-file.ts";

/** These run wherever there is fetch: a browser, an edge runtime, another server. */
const webPackages = [
  "contract",
  "provider",
  "screening",
  "tool-call-markup",
  "treasury-core",
  "sdk-client",
];

/** Keeps Node's own modules out of the packages that promise to need none, tests included. */
export const noNodeImports: Rule = {
  create(context) {
    const file = sourceFileAt(context.filename);
    if (file === undefined || !webPackages.includes(file.packageName)) return {};
    return importVisitor((specifier, node) => {
      if (!specifier.startsWith("node:") && !isBuiltin(specifier)) return;
      context.report({
        node,
        message: `${file.packageName} may not import ${specifier}: it runs without Node. Use a web API, or take it as an option.`,
      });
    });
  },
};
