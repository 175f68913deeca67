import type { PluginOperationDescription } from "@agent-treasury/contract/openapi";
import type { Json, JsonObject, TreasuryError } from "@agent-treasury/provider";
import {
  type CalledOperation,
  isHeaderName,
  type PluginOperation,
  type PluginRequest,
  requireHeader,
} from "../../http/plugin-operation.ts";
import { describeIssues } from "../../kernel/describe-issues.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { objectSchemaOf } from "../agent/index.ts";
import type { PluginCall, PluginRoute, SignedPluginRoute } from "./plugin-route.ts";

/** A route with its part of the OpenAPI document. */
export interface RegisteredRoute {
  readonly operation: PluginOperation;
  readonly description: PluginOperationDescription;
}

export type CallOf = (request: PluginRequest) => PluginCall;

/**
 * Copies and checks the routes of a plugin, so that later changes of its objects have no effect.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function registerRoutes(
  pluginId: string,
  routes: readonly PluginRoute[],
  signedRoutes: readonly SignedPluginRoute[],
  callOf: CallOf,
): readonly RegisteredRoute[] {
  const registered = [
    ...routes.map((route) => called(pluginId, route, callOf)),
    ...signedRoutes.map((route) => signed(pluginId, route)),
  ];
  checkDistinct(pluginId, "name", registered, ({ operation }) => operation.action);
  checkDistinct(
    pluginId,
    "method and path",
    registered,
    ({ operation: { method, path } }) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`,
  );
  return registered;
}

function called(pluginId: string, route: PluginRoute, callOf: CallOf): RegisteredRoute {
  const { name, method, input, summary } = route;
  if (!["GET", "POST", "DELETE"].includes(method)) {
    throw invalid(pluginId, name, "its method must be GET, POST or DELETE");
  }
  const address = addressOf(pluginId, route, method);
  const schema = route.inputSchema ?? inputSchemaOf(pluginId, route);
  const output = checkedSchema(pluginId, name, "output", route.output);
  const inputSchema = checkedSchema(pluginId, name, "input", schema);
  const properties = Object.keys(inputSchema["properties"] ?? {});
  if (properties.includes("workspaceId")) {
    throw invalid(pluginId, name, "`workspaceId` is read by the treasury, and cannot be its field");
  }
  const missing = parametersIn(address.path).find(
    (parameter) => parameter !== "workspaceId" && !properties.includes(parameter),
  );
  if (missing !== undefined) {
    throw invalid(pluginId, name, `its input has no field for the parameter {${missing}}`);
  }
  const operation: CalledOperation = {
    kind: "called",
    ...address,
    fields: [...properties, "workspaceId"],
    parse: (fields) => parse(input, fields),
    run: async (given, request) => answered(await route.run(given, callOf(request))),
  };
  return { operation, description: { ...address, summary, input: inputSchema, output } };
}

function signed(pluginId: string, route: SignedPluginRoute): RegisteredRoute {
  const { name, signatureHeader, summary } = route;
  if (!isHeaderName(signatureHeader)) {
    throw invalid(pluginId, name, "`signatureHeader` must be the name of a header");
  }
  const address = addressOf(pluginId, route, "POST");
  const output = checkedSchema(pluginId, name, "output", route.output);
  const operation: PluginOperation = {
    kind: "signed",
    ...address,
    check: requireHeader(signatureHeader),
    receive: async (delivery, parameters) => answered(await route.receive(delivery, parameters)),
  };
  return { operation, description: { ...address, summary, input: null, output } };
}

async function parse(input: PluginRoute["input"], fields: object): Promise<unknown> {
  const checked = await input["~standard"].validate(fields);
  if (checked.issues === undefined) return checked.value;
  throw invalidRequest(describeIssues(checked.issues));
}

/** Plugins written in JavaScript may return undefined. */
function answered(output: Json | undefined): Json {
  return output ?? null;
}

type Method = PluginRoute["method"];

function addressOf<Verb extends Method>(
  pluginId: string,
  { name, path }: Pick<PluginRoute, "name" | "path">,
  method: Verb,
) {
  if (!/^[a-z][A-Za-z0-9]{0,63}$/.test(name)) {
    const rule = "a name has 1 to 64 letters and digits, and begins with a lower-case letter";
    throw invalid(pluginId, JSON.stringify(name), rule);
  }
  // Dots are not possible, so that no segment is `.` or `..`.
  if (!/^(?:\/(?:[A-Za-z0-9_-]+|\{[A-Za-z]\w*\}))+$/.test(path) || path.length > 200) {
    const rule = "its path must be `/` and names or {parameters}, for example `/items/{itemId}`";
    throw invalid(pluginId, name, rule);
  }
  const parameters = parametersIn(path);
  if (new Set(parameters).size < parameters.length) {
    throw invalid(pluginId, name, "its path has a parameter twice");
  }
  const action = `plugin:${pluginId}:${name}` as const;
  return { action, method, path: `/plugins/${pluginId}${path}` };
}

function parametersIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
}

function inputSchemaOf(pluginId: string, { name, input }: PluginRoute): JsonObject {
  return objectSchemaOf(input, {
    of: `route ${name} of plugin ${pluginId}`,
    schema: "input",
    option: "inputSchema",
    why: "because fields are sent by name",
  });
}

/** References would point into the OpenAPI document. */
function checkedSchema(
  pluginId: string,
  name: string,
  which: "input" | "output",
  schema: JsonObject,
): JsonObject {
  const text = JSON.stringify(schema);
  if (text.includes('"$ref"')) {
    throw invalid(pluginId, name, `the JSON Schema of its ${which} must not have a $ref`);
  }
  return JSON.parse(text) as JsonObject;
}

function checkDistinct(
  pluginId: string,
  what: string,
  routes: readonly RegisteredRoute[],
  valueOf: (route: RegisteredRoute) => string,
): void {
  const seen = new Set<string>();
  for (const route of routes) {
    const value = valueOf(route);
    if (seen.has(value)) {
      throw invalidRequest(`Two routes of plugin ${pluginId} have the same ${what}.`);
    }
    seen.add(value);
  }
}

function invalid(pluginId: string, name: string, why: string): TreasuryError {
  return invalidRequest(`Invalid route ${name} of plugin ${pluginId}: ${why}.`);
}
