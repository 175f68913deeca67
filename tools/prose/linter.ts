import pattern from "@textlint-rule/textlint-rule-pattern";
import { TextlintKernelDescriptor } from "@textlint/kernel";
import { moduleInterop } from "@textlint/module-interop";
import markdown from "@textlint/textlint-plugin-markdown";
import { createLinter } from "textlint";
import { patterns } from "./patterns.ts";
import { typescriptPlugin } from "./typescript-plugin.ts";

/** Checks Markdown and TypeScript for the project's patterns. */
export const linter = createLinter({
  descriptor: new TextlintKernelDescriptor({
    filterRules: [],
    rules: [{ ruleId: "prose", rule: moduleInterop(pattern), options: { patterns } }],
    plugins: [
      { pluginId: "markdown", plugin: moduleInterop(markdown) },
      { pluginId: "typescript", plugin: typescriptPlugin },
    ],
  }),
});
