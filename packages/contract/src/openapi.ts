export { type OpenApiOptions, openApiDocument } from "./openapi/document.ts";
export type { PluginOperationDescription } from "./openapi/plugin-operation.ts";
export { componentSchemas } from "./openapi/schemas.ts";
export { type DocumentedRoute, documentedRoutes } from "./routes.ts";
