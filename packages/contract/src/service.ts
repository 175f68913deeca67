import * as z from "zod";
import { type RouteDeclarations, responseShape } from "./shape.ts";
import { noInputSchema } from "./workspace.ts";

export const healthSchema = responseShape(
  "Health",
  "Response of `GET /health`.",
  z.object({ ok: z.literal(true).describe("Always true. A closing service responds with 503.") }),
);
export interface Health extends z.infer<typeof healthSchema> {}

export const openApiDocumentSchema = responseShape(
  "OpenApiDocument",
  "The API as an OpenAPI 3.1 document: the response of `GET /openapi.json`.",
  z.looseObject({
    openapi: z.literal("3.1.1"),
    info: z
      .looseObject({
        title: z.string().describe("Title of the API."),
        version: z.string().describe("Version of the API."),
      })
      .describe("Title and version."),
    paths: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .describe("Operations by path below the base path, then by lower-case method."),
    components: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .describe("Schemas, parameters, responses and headers that operations share."),
  }),
);
export interface OpenApiDocument extends z.infer<typeof openApiDocumentSchema> {}

/** The service itself. */
export const serviceRoutes = {
  readHealth: {
    method: "GET",
    path: "/health",
    summary: "Check that the service is running",
    description:
      "Responds with 200 if the process can read and write its database, and 503 otherwise. Needs no credential.",
    tag: "service",
    access: "public",
    input: noInputSchema,
    output: healthSchema,
    errors: ["origin_not_allowed", "storage_unavailable"],
  },
  readOpenApi: {
    method: "GET",
    path: "/openapi.json",
    summary: "Read this API as an OpenAPI 3.1 document",
    description:
      "Returns this document, with the routes of the deployment's plugins. Needs no credential.",
    tag: "service",
    access: "public",
    input: noInputSchema,
    output: openApiDocumentSchema,
    errors: ["origin_not_allowed", "rate_limited"],
  },
} as const satisfies RouteDeclarations;
