/** The interface as an OpenAPI 3.1 document: the answer of `GET /openapi.json`. */
export interface OpenApiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; [field: string]: unknown };
  /** Operations by path below the base path, then by method in lower case. */
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
  [field: string]: unknown;
}
