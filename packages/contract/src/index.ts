export * from "./defaults.ts";
export * from "./errors.ts";
export { type OutsideText, readOutsideText } from "./outside-text.ts";
export * from "./request-permit.ts";
export * from "./routes.ts";
export * from "./spend-report.ts";
export * from "./tool-arguments.ts";
export type { HttpMethod, RouteDeclaration } from "./shape.ts";
export type * from "./shapes.ts";
