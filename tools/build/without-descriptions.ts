import { readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { parseSync, Visitor } from "oxc-parser";

const source = fileURLToPath(new URL("../../packages/contract/src/", import.meta.url));
const documented = join(source, "openapi.ts");

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/**
 * Removes the descriptions from the contract's schemas and routes, which only the OpenAPI document
 * shows. The entry `openapi.ts` gets modules of its own, with the descriptions.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: "without-descriptions",
    setup: (build) => {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, importer, resolveDir, pluginData }) => {
        const isDocumented = importer === documented || pluginData === documented;
        if (!isDocumented || !importer.startsWith(source)) return null;
        return {
          path: join(resolveDir, path),
          suffix: "?documented",
          pluginData: documented,
          sideEffects: false,
        };
      });
      build.onLoad({ filter: /\.ts$/ }, ({ path, pluginData }) => {
        if (!path.startsWith(source)) return null;
        const text = readFileSync(path, "utf8");
        const isDocumented = path === documented || pluginData === documented;
        return {
          contents: isDocumented || isOfDocument(path) ? text : undescribed(path, text),
          loader: "ts",
          resolveDir: dirname(path),
          pluginData,
        };
      });
    },
  };
}

function isOfDocument(path: string): boolean {
  return path.startsWith(join(source, "openapi") + sep);
}

/** Removes `.describe(…)`, `.meta(…)`, the names of shapes, and the texts of routes. */
function undescribed(path: string, text: string): string {
  const cuts: Cut[] = [];
  const visitor = new Visitor({
    CallExpression: ({ callee, arguments: given, start, end }) => {
      const schema = given[2];
      if (callee.type === "MemberExpression" && isNamed(callee.property, /^(?:describe|meta)$/)) {
        cuts.push({ start: callee.object.end, end, instead: "" });
      } else if (schema !== undefined && isNamed(callee, /^(?:request|response)Shape$/)) {
        cuts.push({ start, end: schema.start, instead: "(" });
        cuts.push({ start: schema.end, end, instead: ")" });
      }
    },
    Property: ({ key, value }) => {
      const isText = value.type === "Literal" || value.type === "TemplateLiteral";
      if (!isText || !isNamed(key, /^(?:summary|description)$/)) return;
      cuts.push({ start: value.start, end: value.end, instead: '""' });
    },
  });
  visitor.visit(parseSync(path, text).program);
  let rest = "";
  let position = 0;
  for (const { start, end, instead } of cuts.toSorted((one, other) => one.start - other.start)) {
    // A text in a removed call.
    if (start < position) continue;
    rest += text.slice(position, start) + instead;
    position = end;
  }
  return rest + text.slice(position);
}

function isNamed(node: { readonly type: string; readonly name?: unknown }, name: RegExp): boolean {
  return node.type === "Identifier" && typeof node.name === "string" && name.test(node.name);
}
