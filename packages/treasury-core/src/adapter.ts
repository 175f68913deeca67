/**
 * Internals of the handler for adapters and the server of Agent Treasury. Any release may change
 * them. Other adapters use `treasury.handler`.
 *
 * @module
 */
export { answerError, toTreasuryError } from "./http/answers.ts";
export { BodyBytes } from "./http/service-request.ts";
export { failureResponse } from "./http/failure-response.ts";
export { handlerOver, serveOf } from "./http/handler.ts";
export { operatorCookie } from "./http/operator-tokens.ts";
export { requestAddress } from "./http/match-route.ts";
export { withTrueHost } from "./http/true-host.ts";
export { withoutBody } from "./http/without-body.ts";
export type { Serve } from "./http/serve.ts";
export type { ServiceAnswer } from "./http/answers.ts";
export { type RequestHeaders, type ServiceRequest, fromRequest } from "./http/service-request.ts";
export { workspaceOfRequest } from "./features/external-agents/workspace-of-request.ts";
