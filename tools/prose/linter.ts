import pattern from "@textlint-rule/textlint-rule-pattern";
import { TextlintKernelDescriptor } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import type { TextlintRuleModule } from "@textlint/types";
import { createLinter } from "textlint";
import { patterns } from "./patterns.ts";
import { typescriptPlugin } from "./typescript-plugin.ts";

/** Checks Markdown and TypeScript for the project's patterns. */
export const linter = createLinter({
  descriptor: new TextlintKernelDescriptor({
    filterRules: [],
    rules: [
      { ruleId: "prose", rule: interop(pattern) as TextlintRuleModule, options: { patterns } },
    ],
    plugins: [
      { pluginId: "markdown", plugin: interop(markdown) },
      { pluginId: "typescript", plugin: typescriptPlugin },
    ],
  }),
});

/** Returns the default export of a CommonJS module, which Node and Vitest import in different shapes. */
function interop<Value>(module: { readonly default: Value }): Value {
  return "default" in module ? module.default : module;
}
