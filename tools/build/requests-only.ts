import { readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import {
  type Directive,
  type Expression,
  type ObjectPropertyKind,
  parseSync,
  type Statement,
  Visitor,
} from "oxc-parser";

const source = fileURLToPath(new URL("../../packages/contract/src/", import.meta.url));
const documented = join(source, "openapi.ts");

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

/** The fields of a route that only the OpenAPI document shows. */
const documentedFields = /^(?:summary|description|tag|output|stream)$/;

/**
 * Removes from the contract what requests do not need: the schemas of responses, and the descriptions
 * of schemas and routes. The entry `openapi.ts` gets modules of its own, with all of it.
 */
export function requestsOnly(): Plugin {
  return {
    name: "requests-only",
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
          contents: isDocumented || isOfDocument(path) ? text : withoutDocument(path, text),
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

/**
 * Removes `.describe(…)`, `.meta(…)`, the names of shapes, and the documented fields of routes, and
 * marks constants as free of effects, so that bundlers remove those that become unused.
 */
function withoutDocument(path: string, text: string): string {
  const cuts: Cut[] = [];
  const visitor = new Visitor({
    Program: ({ body }) => {
      for (const statement of body) {
        const declaration =
          statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declaration?.type === "VariableDeclaration") {
          for (const { init } of declaration.declarations) if (init) cuts.push(...unlessUsed(init));
        } else if (isRegistration(statement)) {
          cuts.push({ start: statement.start, end: statement.end, instead: "" });
        }
      }
    },
    CallExpression: ({ callee, arguments: given, start, end }) => {
      const schema = given[2];
      if (callee.type === "MemberExpression" && isNamed(callee.property, /^(?:describe|meta)$/)) {
        cuts.push({ start: callee.object.end, end, instead: "" });
      } else if (schema !== undefined && isNamed(callee, /^(?:request|response)Shape$/)) {
        cuts.push({ start, end: schema.start, instead: "(" });
        cuts.push({ start: schema.end, end, instead: ")" });
      }
    },
    ObjectExpression: ({ properties }) => cuts.push(...documentedIn(properties)),
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

/** An initial value that a bundler removes with its constant. */
function unlessUsed({ type, start, end }: Expression): readonly Cut[] {
  if (type === "Literal" || type === "ArrowFunctionExpression") return [];
  return [
    { start, end: start, instead: "/* @__PURE__ */ (() => (" },
    { start: end, end, instead: "))()" },
  ];
}

/** A shape that is registered by itself. */
function isRegistration(statement: Statement | Directive): boolean {
  if (statement.type !== "ExpressionStatement") return false;
  const { expression } = statement;
  return (
    expression.type === "CallExpression" &&
    expression.callee.type === "MemberExpression" &&
    isNamed(expression.callee.object, /^(?:request|response)Shapes$/)
  );
}

/** The documented fields, if the object is a route. */
function documentedIn(properties: readonly ObjectPropertyKind[]): readonly Cut[] {
  const names = properties.map((one) => (one.type === "Property" ? nameOf(one.key) : ""));
  if (!["method", "path", "access"].every((name) => names.includes(name))) return [];
  const cuts: Cut[] = [];
  let kept = 0;
  for (const [at, { start, end }] of properties.entries()) {
    if (!documentedFields.test(names[at] ?? "")) {
      kept = end;
      continue;
    }
    const next = properties[at + 1];
    // Up to the next field, so that no comma is left. There is a kept field before the last ones.
    if (next !== undefined) cuts.push({ start, end: next.start, instead: "" });
    else cuts.push({ start: kept, end, instead: "" });
  }
  return cuts;
}

function isNamed(node: { readonly type: string; readonly name?: unknown }, name: RegExp): boolean {
  return name.test(nameOf(node));
}

function nameOf(node: { readonly type: string; readonly name?: unknown }): string {
  return node.type === "Identifier" && typeof node.name === "string" ? node.name : "";
}
