import { RegExpParser } from "@eslint-community/regexpp";
import type { Rule } from "@oxlint/plugins";
import { analyse } from "scslre";
import { sourceFileAt } from "../source-file.ts";

const parser = new RegExpParser();
const types = { Move: true, Self: true, Trade: true };

/** A pattern that takes quadratic time lets one long text stop the process. */
export const linearPatterns: Rule = {
  create(context) {
    const file = sourceFileAt(context.filename);
    if (file === undefined || file.isTest) return {};
    return {
      Literal: (node) => {
        if (!("regex" in node)) return;
        const { pattern, flags } = node.regex;
        const literal = parser.parseLiteral(`/${pattern}/${flags}`);
        if (analyse(literal, { reportTypes: types }).reports.length === 0) return;
        context.report({
          node,
          message:
            "This pattern can take quadratic time. Bound or anchor its repetitions, or state in a comment why its texts are short.",
        });
      },
    };
  },
};
