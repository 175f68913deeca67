import type * as z from "zod";
import { actionRoutes } from "./actions.ts";
import { agentRoutes, type TurnStreamItem } from "./agent.ts";
import { allocationRoutes } from "./allocations.ts";
import { costRoutes } from "./costs.ts";
import { credentialRoutes } from "./credentials.ts";
import { decisionRoutes } from "./decisions.ts";
import { depositRoutes } from "./deposits.ts";
import { errorAnswers, type ErrorCode } from "./errors.ts";
import { freezeRoutes } from "./freezes.ts";
import { inboxRoutes } from "./inbox.ts";
import { machineRoutes } from "./machines.ts";
import { paidFetchRoutes } from "./paid-requests.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { payeeRoutes } from "./payees.ts";
import { proposingRoutes } from "./proposing-routes.ts";
import { railRoutes } from "./rails.ts";
import { receiptRoutes } from "./receipts.ts";
import { refundCaseRoutes } from "./refund-case-routes.ts";
import { replayRoutes } from "./replay.ts";
import { draftRoutes } from "./rule-drafts.ts";
import { ruleWritingRoutes } from "./rule-writing.ts";
import { rulesRoutes } from "./rules.ts";
import { serviceRoutes } from "./service.ts";
import type {
  DocumentedField,
  RequestDeclaration,
  RouteDeclaration,
  RouteDeclarations,
} from "./shape.ts";
import { standingApprovalRoutes } from "./standing-approvals.ts";
import { suggestionRoutes } from "./suggestions.ts";
import { tabRoutes } from "./tab-routes.ts";
import { treasuryRoutes } from "./treasury-routes.ts";
import { workspaceRoutes } from "./workspaces.ts";

const table = {
  ...machineRoutes,
  ...treasuryRoutes,
  ...depositRoutes,
  ...decisionRoutes,
  ...proposingRoutes,
  ...tabRoutes,
  ...costRoutes,
  ...receiptRoutes,
  ...paidFetchRoutes,
  ...refundCaseRoutes,
  ...rulesRoutes,
  ...replayRoutes,
  ...draftRoutes,
  ...ruleWritingRoutes,
  ...suggestionRoutes,
  ...allocationRoutes,
  ...payeeRoutes,
  ...standingApprovalRoutes,
  ...actionRoutes,
  ...freezeRoutes,
  ...inboxRoutes,
  ...workspaceRoutes,
  ...railRoutes,
  ...credentialRoutes,
  ...passkeyRoutes,
  ...agentRoutes,
  ...serviceRoutes,
} as const satisfies RouteDeclarations;

type Table = typeof table;

/**
 * The address, access rule and types of each operation. An input is flat: path parameters are sent in
 * the path, other fields in the query of a GET or DELETE, or in the body of a POST. `parsed` is the
 * input after validation.
 */
export type Operations = {
  readonly [Name in keyof Table]: {
    readonly address: `${Table[Name]["method"]} ${Table[Name]["path"]}`;
    readonly call: Table[Name] extends { readonly call: infer Call extends string } ? Call : never;
    readonly access: Table[Name]["access"];
    readonly repeats: RepeatsOf<Table[Name]>;
    readonly streams: Table[Name] extends { readonly stream: z.ZodType } ? true : false;
    /** One item of its stream; never without one. */
    readonly item: Table[Name] extends { readonly stream: infer Item extends z.ZodType }
      ? z.output<Item>
      : never;
    readonly input: z.input<Table[Name]["input"]>;
    readonly parsed: z.output<Table[Name]["input"]>;
    readonly output: z.output<Table[Name]["output"]>;
  };
};

type RepeatsOf<Declared extends RouteDeclaration> = Declared extends {
  readonly repeats: infer Stated;
}
  ? Stated
  : Declared extends { readonly method: "GET" }
    ? "safe"
    : Declared extends { readonly idempotencyKey: true }
      ? "key"
      : "never";

/** The name of an operation, for example `decideProposal`. */
export type RouteName = keyof Operations;

/** An operation that supports streaming responses. */
export type StreamedRouteName = {
  readonly [Name in RouteName]: Operations[Name]["streams"] extends true ? Name : never;
}[RouteName];

/** An operation that streams a turn. Its stream can be resumed. */
export type TurnRouteName = {
  readonly [Name in StreamedRouteName]: Operations[Name]["item"] extends TurnStreamItem
    ? Name
    : never;
}[StreamedRouteName];

/** An item of any stream. */
export type StreamItem = Operations[StreamedRouteName]["item"];

/** An operation that requires no credential, because its response contains no workspace data. */
export type PublicRouteName = {
  readonly [Name in RouteName]: Operations[Name]["access"] extends "public" ? Name : never;
}[RouteName];

/** The address of each operation in one string: `POST /treasury/decide`. */
export type RouteAddresses = { readonly [Name in RouteName]: Operations[Name]["address"] };

/** The operations by the method that calls them, for example `tabs.open`. */
export type RouteNamesByCall = {
  readonly [Name in RouteName as Operations[Name]["call"]]: Name;
};

/** The input of an operation. */
export type Input<Name extends RouteName> = Operations[Name]["input"];

/** The input of an operation after validation, with defaults. */
export type ParsedInput<Name extends RouteName> = Operations[Name]["parsed"];

/** The output of an operation. */
export type Output<Name extends RouteName> = Operations[Name]["output"];

/** One operation of the service, with the types of its input. */
export type Route<Name extends RouteName> = RequestDeclaration & {
  readonly input: z.ZodType<ParsedInput<Name>, Input<Name>>;
};

/** One operation with its texts, and with the schema of its response. */
export type DocumentedRoute<Name extends RouteName> = Route<Name> &
  Pick<RouteDeclaration, DocumentedField> & {
    readonly output: z.ZodType<Output<Name>>;
  } & (Name extends StreamedRouteName
    ? { readonly stream: z.ZodType<Operations[Name]["item"]> }
    : unknown);

/** All operations of the service with what only the OpenAPI document shows. */
export const documentedRoutes: { readonly [Name in RouteName]: DocumentedRoute<Name> } = table;

/** All operations of the service. `documentedRoutes` of the entry `openapi` has their responses. */
export const routes: { readonly [Name in RouteName]: Route<Name> } = table;

/** Returns the field names of an operation's input, including path parameters. */
export function inputFields(name: RouteName): readonly string[] {
  return Object.keys(table[name].input.shape);
}

const errorsOfEveryRoute = [
  "invalid_request",
  "internal_error",
  "starting",
  "shutting_down",
] as const;

/** Errors that access control and the storage can return before an operation starts. */
const errorsOfAuthorizedRoutes = [
  "origin_not_allowed",
  "unauthenticated",
  "forbidden",
  "host_not_allowed",
  "rate_limited",
  "access_not_chosen",
  "access_check_failed",
  "storage_error",
  "storage_went_back",
  "storage_moved",
  "service_busy",
] as const;

const errorsOfBodies = [
  "invalid_json",
  "body_too_large",
  "unsupported_content_type",
  "body_already_read",
] as const;

const errorsOfKeys = ["idempotency_key_in_use", "idempotency_key_reused"] as const;

/** Returns the HTTP status of an error of an operation. */
export function errorStatus(name: RouteName, code: ErrorCode): number {
  const route: RequestDeclaration = table[name];
  return route.statuses?.[code] ?? errorAnswers[code].status;
}

/**
 * Returns the error codes that an operation may return. A later version may add codes.
 */
export function routeErrors(name: RouteName): readonly ErrorCode[] {
  const route: RequestDeclaration = table[name];
  const isAuthorized = route.access === "authorize";
  return [
    ...new Set<ErrorCode>([
      ...errorsOfEveryRoute,
      ...(isAuthorized ? errorsOfAuthorizedRoutes : []),
      ...(isAuthorized && route.method === "POST" ? errorsOfBodies : []),
      ...(route.idempotencyKey === true ? errorsOfKeys : []),
      ...route.errors,
    ]),
  ];
}
