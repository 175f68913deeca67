export { type OpenApiOptions, openApiDocument } from "./openapi/document.ts";
