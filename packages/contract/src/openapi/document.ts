import { basePath } from "../defaults.ts";
import { type RouteName, routes } from "../routes.ts";
import type { OpenApiDocument } from "../service.ts";
import { type DescribedFailures, describeFailures } from "./failures.ts";
import { openApiOperation } from "./operation.ts";
import { type PluginOperationDescription, pluginOperation } from "./plugin-operation.ts";
import { componentSchemas, eventReference, schemaReference } from "./schemas.ts";

/** Options of `openApiDocument`. */
export interface OpenApiOptions {
  /** The URL or path that all paths are relative to. Default: `/api/service`. */
  readonly serverUrl?: string;
  /** Routes of plugins. */
  readonly plugins?: readonly PluginOperationDescription[];
}

/**
 * Generates the OpenAPI 3.1 document of the service. This takes some milliseconds, so cache the result.
 *
 * @example
 * ```ts
 * import { openApiDocument } from "@agent-treasury/contract/openapi";
 *
 * const { paths } = openApiDocument({ serverUrl: "https://shop.example/api/service" });
 * ```
 */
export function openApiDocument({
  serverUrl = basePath,
  plugins = [],
}: OpenApiOptions = {}): OpenApiDocument {
  const failures = describeFailures();
  return {
    openapi: "3.1.1",
    info: {
      title: "Agent Treasury",
      version: "1.0.0",
      summary: "An exact ledger, approvals, and the turns of an agent.",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: "agent", description: "Turns of the agent." },
      { name: "treasury", description: "A workspace's money." },
      { name: "machines", description: "Machines of agents." },
      { name: "service", description: "The service itself." },
      ...(plugins.length > 0 ? [{ name: "plugins", description: "Plugins." }] : []),
    ],
    security: [{}, { operator: [] }],
    paths: pathsOf(failures, plugins),
    webhooks: { event: { post: deliveredEvent } },
    components: {
      schemas: componentSchemas(),
      parameters,
      responses: { ...failures.responses, Failure: failure },
      headers: { RequestId: requestId, RetryAfter: retryAfter },
      securitySchemes: {
        operator: {
          type: "http",
          scheme: "bearer",
          description: "The credential of an approver, where the deployment requires sign-in.",
        },
        agent: {
          type: "http",
          scheme: "bearer",
          description:
            "The credential of an external agent, from `POST /treasury/credentials`. It determines the workspace.",
        },
      },
    },
  };
}

const description = `Amounts are USD, as numbers with at most six decimals. Schemas have no \`multipleOf\` for it,
because validators compute it with doubles, and refuse amounts such as 0.07. Times are ISO 8601, UTC.
Schemas do not express that names and texts for approvers need a visible character, nor reserved ids of agents.
Unknown fields in requests are ignored, except in spends, which are rejected with the nearest name.
A later version may add fields to responses.`;

/** How the plugin `@agent-treasury/webhooks` sends an event. */
const deliveredEvent = {
  operationId: "receiveEvent",
  summary: "Receive an event, where the deployment has the plugin `webhooks`",
  description:
    "Sent to each endpoint for events of its kinds, in the order of the changes. A delivery without confirmation is repeated, so that an event may arrive twice.",
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["type", "timestamp", "data"],
          properties: {
            type: { type: "string", description: "Kind of the event, such as `proposal.created`." },
            timestamp: { type: "string", format: "date-time", description: "Time of the event." },
            data: eventReference(),
          },
        },
      },
    },
  },
  responses: { "2XX": { description: "Any status from 200 to 299 confirms the event." } },
};

function pathsOf(
  failures: DescribedFailures,
  plugins: readonly PluginOperationDescription[],
): OpenApiDocument["paths"] {
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, { method, path }] of Object.entries(routes)) {
    (paths[path] ??= {})[method.toLowerCase()] = openApiOperation(name as RouteName, failures);
  }
  for (const plugin of plugins) {
    (paths[plugin.path] ??= {})[plugin.method.toLowerCase()] = pluginOperation(plugin);
  }
  return paths;
}

const parameters: Record<string, unknown> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Requests with the same key within 24 hours are executed once.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    description: "Resumes a stream after the event with this id.",
    schema: { type: "string", pattern: String.raw`^\d{1,15}$` },
  },
};

const requestId: Record<string, unknown> = {
  description: "Id of the request in the service's log.",
  schema: { type: "string" },
};

const retryAfter: Record<string, unknown> = {
  description: "Seconds to wait before repeating the request.",
  schema: { type: "integer" },
};

const failure: Record<string, unknown> = {
  description:
    "The request failed. `code` identifies the error. `error` has the cause and the fix.",
  headers: {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  },
  content: { "application/json": { schema: schemaReference("ErrorBody") } },
};
