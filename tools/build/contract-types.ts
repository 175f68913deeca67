import {
  type RouteDeclaration,
  type RouteName,
  routes,
} from "../../packages/contract/src/index.ts";
import { documentedRoutes } from "../../packages/contract/src/openapi.ts";
import { shapeSchemas } from "../../packages/contract/src/openapi/schemas.ts";
import { requestShapes, responseShapes } from "../../packages/contract/src/shape.ts";
import { declarationText, docText } from "./type-text.ts";

/**
 * Returns the contract's types as text by name: each shape with its descriptions, and the table of
 * operations.
 *
 * @param parsed - The type of each operation's input after its schema has parsed it.
 */
export function contractTypes(parsed: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const shapes = {
    ...shapeSchemas(requestShapes, "input"),
    ...shapeSchemas(responseShapes, "output"),
  };
  return new Map([
    ...Object.entries(shapes).map(([id, schema]) => [id, declarationText(id, schema)] as const),
    ["Operations", `export interface Operations {\n${operations(parsed)}}`],
  ]);
}

// The names are from the contract's first entry, so that all its shapes are registered.
function operations(parsed: ReadonlyMap<string, string>): string {
  const entries = (Object.keys(routes) as RouteName[]).map((name) => {
    const route = documentedRoutes[name];
    const { call, method, path, summary, access, input, output } = route;
    const item = "stream" in route ? responseShapes.get(route.stream)?.id : undefined;
    return `  ${docText({ description: `${summary}.` }, "  ")}readonly ${name}: {
    readonly address: "${method} ${path}";
    readonly call: ${call === undefined ? "never" : `"${call}"`};
    readonly access: "${access}";
    readonly repeats: "${repeatsOf(route)}";
    readonly streams: ${item !== undefined};
    readonly item: ${item ?? "never"};
    readonly input: ${requestShapes.get(input)?.id};
    readonly parsed: ${parsed.get(name)};
    readonly output: ${responseShapes.get(output)?.id};
  };
`;
  });
  return entries.join("");
}

/** As the type of the contract infers it. */
function repeatsOf({ method, repeats, idempotencyKey }: RouteDeclaration): string {
  return repeats ?? (method === "GET" ? "safe" : idempotencyKey === true ? "key" : "never");
}
