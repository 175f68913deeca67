import type { ESTree, Rule } from "@oxlint/plugins";

const reads = new Set([
  "allInnerTexts",
  "allTextContents",
  "boundingBox",
  "count",
  "getAttribute",
  "innerText",
  "inputValue",
  "isChecked",
  "isDisabled",
  "isEditable",
  "isEnabled",
  "isHidden",
  "isVisible",
  "textContent",
]);

/** A page changes a moment after an event, on a slow machine a later moment. */
export const polledPage: Rule = {
  create(context) {
    return {
      CallExpression: (node) => {
        const [value] = node.arguments;
        if (node.callee.type !== "Identifier" || node.callee.name !== "expect") return;
        if (value?.type !== "AwaitExpression" || !isPageRead(value.argument)) return;
        context.report({
          node,
          message: "Write await expect.poll(() => …): the page may show the result a moment later.",
        });
      },
    };
  },
};

function isPageRead(node: ESTree.Expression): boolean {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { property } = node.callee;
  return property.type === "Identifier" && reads.has(property.name);
}
