/**
 * Internals of the handler for adapters and the server of Agent Treasury. Any release may change
 * them. Other adapters use `treasury.handler`.
 *
 * @module
 */
export {
  answerError,
  failureResponse,
  type ServiceAnswer,
  toTreasuryError,
} from "./http/answers.ts";
export {
  BodyBytes,
  fromRequest,
  type RequestHeaders,
  type ServiceRequest,
} from "./http/service-request.ts";
export { handlerOver, serveOf, withoutBody } from "./http/handler.ts";
export { operatorCookie } from "./http/operator-tokens.ts";
export { personIdOf } from "./http/signed-in-operator.ts";
export { requestAddress } from "./http/match-route.ts";
export { withTrueHost } from "./http/true-host.ts";
export type { Serve } from "./http/serve.ts";
export { workspaceOfRequest } from "./features/external-agents/workspace-of-request.ts";
