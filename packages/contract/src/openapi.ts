export { type OpenApiOptions, openApiDocument } from "./openapi/document.ts";
export type { PluginOperationDescription } from "./openapi/plugin-operation.ts";
