import { basePath } from "../defaults.ts";
import { type RouteName, routes } from "../routes.ts";
import type { OpenApiDocument } from "../wire/open-api.ts";
import { type DescribedFailures, describeFailures } from "./failures.ts";
import { namedSchemas, schemaReference } from "./json-schemas.ts";
import { openApiOperation } from "./operation.ts";

/** Where the service is. */
export interface OpenApiOptions {
  /** The address or path that the paths begin at; `/api/service` unless given. */
  readonly serverUrl?: string;
}

/**
 * The interface as an OpenAPI 3.1 document, made from the route table and the schemas. It takes some
 * milliseconds: make it once, when it is asked for.
 *
 * @example
 * ```ts
 * import { openApiDocument } from "@agent-treasury/contract/openapi";
 *
 * const { paths } = openApiDocument({ serverUrl: "https://shop.example/api/service" });
 * ```
 */
export function openApiDocument({ serverUrl = basePath }: OpenApiOptions = {}): OpenApiDocument {
  const failures = describeFailures();
  return {
    openapi: "3.1.1",
    info: {
      title: "Agent Treasury",
      version: "1.0.0",
      summary: "An exact ledger, approvals, and an agent's turn.",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: "agent", description: "The agent's turns." },
      { name: "treasury", description: "A workspace's money." },
      { name: "machines", description: "The bodies of agents." },
      { name: "service", description: "The service itself." },
    ],
    security: [{}, { operator: [] }],
    paths: pathsOf(failures),
    components: {
      schemas: namedSchemas(),
      parameters,
      responses: { ...failures.responses, Failure: failure },
      headers: { RequestId: requestId, RetryAfter: retryAfter },
      securitySchemes: {
        operator: {
          type: "http",
          scheme: "bearer",
          description: "Who decides, where the deployment has its operators sign in.",
        },
      },
    },
  };
}

const description = `Amounts are USD, as numbers with at most six decimals. Times are ISO 8601, UTC.
Free text that is sent must not contain U+0000. Fields that are not named here are ignored, and a
later version may add fields to an answer.`;

function pathsOf(failures: DescribedFailures): OpenApiDocument["paths"] {
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, { method, path }] of Object.entries(routes)) {
    (paths[path] ??= {})[method.toLowerCase()] = openApiOperation(name as RouteName, failures);
  }
  return paths;
}

const parameters: Record<string, unknown> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Within 24 hours the request is done once for a key, however often it is sent.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    description: "Of a stream: the id of the last event that was seen.",
    schema: { type: "string", pattern: String.raw`^\d{1,15}$` },
  },
};

const requestId: Record<string, unknown> = {
  description: "The request's id, as the service's log has it.",
  schema: { type: "string" },
};

const retryAfter: Record<string, unknown> = {
  description: "Seconds to wait before the same request is sent again.",
  schema: { type: "integer" },
};

const failure: Record<string, unknown> = {
  description: "It was not done. `code` says why; `error` also says what to do about it.",
  headers: {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    "Retry-After": { $ref: "#/components/headers/RetryAfter" },
  },
  content: { "application/json": { schema: schemaReference("ErrorBody") } },
};
