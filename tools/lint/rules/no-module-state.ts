import type { ESTree, Rule } from "@oxlint/plugins";
import { sourceFileAt } from "../source-file.ts";

const collections = ["Map", "Set", "WeakMap", "WeakSet"];

/** A bundler may load a module twice, which duplicates its state. */
export const noModuleState: Rule = {
  create(context) {
    const file = sourceFileAt(context.filename);
    if (file === undefined || file.isTest) return {};
    const check = (statement: ESTree.Node): void => {
      if (statement.type === "ExportNamedDeclaration" && statement.declaration !== null) {
        check(statement.declaration);
        return;
      }
      if (statement.type !== "VariableDeclaration" || statement.declare) return;
      const remembers =
        statement.kind === "let" ||
        statement.kind === "var" ||
        statement.declarations.some(({ init }) => init !== null && isEmptyCollection(init));
      if (!remembers) return;
      context.report({
        node: statement,
        message:
          "No state in a module, because it may be loaded twice. Put it into a function's result.",
      });
    };
    return { Program: (program) => program.body.forEach(check) };
  },
};

function isEmptyCollection(node: ESTree.Expression): boolean {
  return (
    node.type === "NewExpression" &&
    node.callee.type === "Identifier" &&
    collections.includes(node.callee.name) &&
    node.arguments.length === 0
  );
}
