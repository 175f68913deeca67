import type { Rule } from "@oxlint/plugins";

/** Bundlers keep everything that `z` has, and only what a module uses of a namespace. */
export const zodNamespace: Rule = {
  create(context) {
    return {
      ImportDeclaration: (node) => {
        if (node.source.value !== "zod") return;
        if (node.specifiers.every(({ type }) => type === "ImportNamespaceSpecifier")) return;
        context.report({
          node,
          message: 'Write import * as z from "zod", or bundles contain 370 kB that nothing uses.',
        });
      },
    };
  },
};
