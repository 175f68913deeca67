export * from "./defaults.ts";
export { errorCatalogue } from "./error-catalogue.ts";
export * from "./errors.ts";
export { type OutsideText, readOutsideText } from "./outside-text.ts";
export * from "./request-permit.ts";
export * from "./tab-terms.ts";
export type * from "./calls/index.ts";
export {
  errorStatus,
  type Input,
  inputFields,
  type Operations,
  type Output,
  type ParsedInput,
  type PublicRouteName,
  type Route,
  type RouteAddresses,
  routeErrors,
  type RouteName,
  type RouteNamesByCall,
  routes,
  type StreamedRouteName,
  type StreamItem,
  type TurnRouteName,
} from "./routes.ts";
export * from "./spend-report.ts";
export * from "./tool-arguments.ts";
export { hasVisibleCharacter, invisible, withoutInvisible } from "./visible-text.ts";
export type { HttpMethod, RequestDeclaration, RouteDeclaration } from "./shape.ts";
export type * from "./shapes.ts";
