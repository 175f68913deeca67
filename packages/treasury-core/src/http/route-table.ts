import {
  type BoughtResource,
  type Operations,
  type Output,
  type ParsedInput,
  type RouteName,
  type StreamItem,
  type StreamedRouteName,
  routes,
} from "@agent-treasury/contract";
import type { TreasuryError, WebhookDelivery } from "@agent-treasury/provider";
import type { KeyedRequest } from "../kernel/idempotency/keyed-request.ts";
import type { DecisionPermission } from "../kernel/spends/decide.ts";
import type { AuthorizationInput } from "./access.ts";
import type { DraftAnswer } from "./answers.ts";
import type { AgentPrincipal } from "./outside-agent.ts";
import type { TurnCaller } from "./principal.ts";
import type { ServedFile } from "./served-file.ts";
import type { RequestInput, ServiceRequest } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** Signed over the raw body. */
export type SignedRouteName = {
  readonly [Name in RouteName]: Operations[Name]["access"] extends "signature" ? Name : never;
}[RouteName];

export const signedRouteNames: readonly SignedRouteName[] = (
  Object.keys(routes) as RouteName[]
).filter((name): name is SignedRouteName => routes[name].access === "signature");

export type OperationName = Exclude<RouteName, SignedRouteName>;

export type AccessQuestion = Omit<AuthorizationInput, "operator" | "agent" | keyof RequestInput>;

/** Rejects if `authorize` denies. */
export type Ask = (question: AccessQuestion) => Promise<void>;

export interface Call {
  /** Null for anonymous access and for external agents. */
  readonly operator: SignedInOperator | null;
  readonly agent: AgentPrincipal | null;
  /** Turns of one caller are counted together. */
  readonly caller: TurnCaller;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly keyed: KeyedRequest | null;
  /** Null unless `authorize` is set. */
  readonly permission: DecisionPermission | null;
  /** Authorizes something else, such as a list item. */
  isAllowed(question: AccessQuestion): Promise<boolean>;
  /**
   * Call after a wait, during which the credential may have been revoked.
   *
   * @throws TreasuryError `unauthenticated`.
   */
  authenticateAgain(): Promise<void>;
}

export interface Watching {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** The last received event; null for all events. */
  readonly after: string | null;
  /** Receives failures after the response status was sent. */
  readonly onFailure: (failure: TreasuryError) => void;
}

type ItemOf<Name extends OperationName> = Extract<StreamItem, Operations[Name]["item"]>;

type Answered<Answer> = Answer extends BoughtResource ? ServedFile<Answer> : Answer;

export interface Operation<Name extends OperationName> {
  readonly run: (input: ParsedInput<Name>, call: Call) => Promise<Answered<Output<Name>>>;
  /** Defaults to the operation's name and the input's workspace. */
  readonly authorize?: (input: ParsedInput<Name>, ask: Ask) => Promise<DecisionPermission | void>;
  /** The streaming variant. */
  readonly watch?: (
    input: ParsedInput<Name>,
    call: Call,
    watching: Watching,
  ) => Promise<AsyncGenerator<ItemOf<Name>, void, undefined>>;
}

export interface SignedRoute<Result> {
  /** Runs before the body is read. */
  readonly check: (headers: WebhookDelivery["headers"]) => void;
  readonly receive: (delivery: WebhookDelivery) => Promise<Result>;
}

export interface Delivered<Result> {
  readonly body: Result;
  /** Replace headers of the response. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Deliveries<Name extends SignedRouteName> = SignedRoute<Delivered<Output<Name>>>;

type Registered<Name extends RouteName> = Name extends SignedRouteName
  ? Deliveries<Name>
  : Name extends StreamedRouteName & OperationName
    ? Operation<Name> & Required<Pick<Operation<Name>, "watch">>
    : Name extends OperationName
      ? Operation<Name> & { readonly watch?: never }
      : never;

export type ModuleRoutes = { readonly [Name in RouteName]?: Registered<Name> };

export type OperationTable = { readonly [Name in OperationName]: Operation<Name> };

export type RouteTable = OperationTable & {
  readonly [Name in SignedRouteName]: Deliveries<Name>;
};

/** A path outside the contract. */
export interface Mount {
  /** Below the base path. */
  readonly path: string;
  /** True if `path` is that of the host instead. */
  readonly isOfHost?: true;
  /** True if pages of every origin may read it. */
  readonly isPublic?: true;
  /** True if it also serves every path that begins with `path`. */
  readonly isPrefix?: true;
  readonly serve: (
    request: ServiceRequest,
    context: { readonly native: unknown; readonly requestId: string },
  ) => Promise<DraftAnswer>;
}

/**
 * @param later Loads the operations that no module registers, for the first request of one of them.
 * @throws Error if a route is registered twice, or one of signed requests is missing.
 */
export function routeTable(
  modules: readonly ModuleRoutes[],
  later: () => Promise<LaterOperations>,
): RouteTable {
  const table = new Map<string, object>();
  for (const registered of modules) {
    for (const [name, operation] of Object.entries(registered)) {
      if (table.has(name)) throw new Error(`Two modules register the route ${name}.`);
      if (!Object.hasOwn(routes, name)) throw new Error(`The contract has no route ${name}.`);
      table.set(name, operation);
    }
  }
  const rest = (Object.keys(routes) as RouteName[]).filter((name) => !table.has(name));
  const missing = rest.find((name) => !isOperation(name));
  if (missing !== undefined) throw notRegistered(missing);
  for (const name of rest.filter(isOperation)) {
    const run = async (input: unknown, call: Call): Promise<unknown> => {
      const operation = (await later()).get(name);
      if (operation === undefined) throw notRegistered(name);
      return operation.run(input, call);
    };
    table.set(name, { run });
  }
  return Object.fromEntries(table) as unknown as RouteTable;
}

/** Operations that are loaded after the start. */
export type LaterOperations = ReadonlyMap<
  string,
  { readonly run: (input: unknown, call: Call) => Promise<unknown> }
>;

/**
 * @throws Error for an operation that has more than `run`, which a request needs before its operation
 * is loaded.
 */
export function laterOperations(modules: readonly ModuleRoutes[]): LaterOperations {
  const operations = modules.flatMap((module) => Object.entries(module));
  for (const [name, operation] of operations) {
    if (Object.keys(operation).join() === "run") continue;
    throw new Error(`The route ${name} has more than \`run\`. Register it at the start.`);
  }
  return new Map(operations) as LaterOperations;
}

export function isOperation(name: RouteName): name is OperationName {
  return routes[name].access !== "signature";
}

function notRegistered(name: RouteName): Error {
  return new Error(`No module registers the route ${name}.`);
}
