import type { ESTree, Visitor } from "@oxlint/plugins";

/**
 * Calls back for every module that a file names: import, re-export, `import()`, `require`, types.
 */
export function importVisitor(visit: (specifier: string, node: ESTree.Node) => void): Visitor {
  const visitSource = (source: ESTree.Node | null): void => {
    if (source?.type === "Literal" && typeof source.value === "string") visit(source.value, source);
  };
  return {
    ImportDeclaration: (node) => visitSource(node.source),
    ExportNamedDeclaration: (node) => visitSource(node.source),
    ExportAllDeclaration: (node) => visitSource(node.source),
    ImportExpression: (node) => visitSource(node.source),
    TSImportType: (node) => visitSource(node.source),
    TSExternalModuleReference: (node) => visitSource(node.expression),
    CallExpression: (node) => {
      if (node.callee.type === "Identifier" && node.callee.name === "require")
        visitSource(node.arguments[0] ?? null);
    },
  };
}
