import {
  type Operations,
  type Output,
  type ParsedInput,
  type Route,
  type RouteName,
  type StreamedRouteName,
  type TurnStreamItem,
  routes,
} from "@agent-treasury/contract";
import type { TreasuryError, WebhookDelivery } from "@agent-treasury/provider";
import type { TurnCaller } from "../agent/turn-settings.ts";
import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import type { DecisionPermission } from "../treasury/operations/decide.ts";
import type { AuthorizationInput } from "./access.ts";
import type { DraftAnswer } from "./answers.ts";
import type { RequestInput, ServiceRequest } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** An operation that verifies its request by a signature, so that it needs the bytes of the body. */
export type SignedRouteName = {
  readonly [Name in RouteName]: Operations[Name]["access"] extends "signature" ? Name : never;
}[RouteName];

/** An operation whose input is parsed by its schema. */
export type OperationName = Exclude<RouteName, SignedRouteName>;

/** One question to the deployment's `authorize`, without the caller. */
export type AccessQuestion = Omit<AuthorizationInput, "operator" | "agent" | keyof RequestInput>;

/** Asks `authorize`, and rejects where it refuses. */
export type Ask = (question: AccessQuestion) => Promise<void>;

/** One request after authentication and parsing. */
export interface Call {
  /** Null for anonymous access. */
  readonly operator: SignedInOperator | null;
  /** The caller whose turns are counted together. */
  readonly caller: TurnCaller;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The request by its idempotency key, null without one. */
  readonly keyed: KeyedRequest | null;
  /** For a decision, the deployment's permission; null where `authorize` is not set. */
  readonly permission: DecisionPermission | null;
  /** Whether `authorize` also allows something else, such as one item of a list. */
  isAllowed(question: AccessQuestion): Promise<boolean>;
}

/** A stream that is about to be opened. */
export interface Watching {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** The last event that the client received; null for all of them. */
  readonly after: string | null;
  /** Called with a failure that the stream can only show. */
  readonly onFailure: (failure: TreasuryError) => void;
}

/** What a module registers for an operation. */
export interface Operation<Name extends OperationName> {
  readonly run: (input: ParsedInput<Name>, call: Call) => Promise<Output<Name>>;
  /**
   * Authorizes a call, where the deployment sets `authorize`. The default asks about the operation's own
   * action in the input's workspace. What it returns is the call's `permission`.
   */
  readonly authorize?: (input: ParsedInput<Name>, ask: Ask) => Promise<DecisionPermission | void>;
  /** The same operation, for a client that accepts a stream. What it throws gets a status. */
  readonly watch?: (
    input: ParsedInput<Name>,
    call: Call,
    watching: Watching,
  ) => Promise<AsyncGenerator<TurnStreamItem, void, undefined>>;
}

/** What a module registers for signed deliveries. */
export interface Deliveries<Name extends SignedRouteName> {
  /** Rejects a delivery by its headers, before its body is read. */
  readonly check: (headers: WebhookDelivery["headers"]) => void;
  readonly receive: (delivery: WebhookDelivery) => Promise<Output<Name>>;
}

type Registered<Name extends RouteName> = Name extends SignedRouteName
  ? Deliveries<Name>
  : Name extends StreamedRouteName & OperationName
    ? Operation<Name> & Required<Pick<Operation<Name>, "watch">>
    : Name extends OperationName
      ? Operation<Name> & { readonly watch?: never }
      : never;

/** The operations of one module. */
export type ModuleRoutes = { readonly [Name in RouteName]?: Registered<Name> };

/** A route: its declaration in the contract, and what a module registered for it. */
export type CoreRoute<Name extends OperationName> = Operation<Name> & {
  readonly contract: Route<Name>;
};

/** The routes that are called with a parsed input. */
export type OperationTable = { readonly [Name in OperationName]: CoreRoute<Name> };

/** All routes of the service. */
export type RouteTable = OperationTable & {
  readonly [Name in SignedRouteName]: Deliveries<Name> & { readonly contract: Route<Name> };
};

/** Answers at one path that is not an operation of the contract. */
export interface Mount {
  /** The path below the base path. */
  readonly path: string;
  readonly serve: (
    request: ServiceRequest,
    context: { readonly native: unknown; readonly requestId: string },
  ) => Promise<DraftAnswer>;
}

/**
 * Combines the routes of the modules.
 *
 * @throws Error if two modules register a route, or if a route of the contract has no module.
 */
export function routeTable(modules: readonly ModuleRoutes[]): RouteTable {
  const table = new Map<string, object>();
  for (const registered of modules) {
    for (const [name, operation] of Object.entries(registered)) {
      if (table.has(name)) throw new Error(`Two modules register the route ${name}.`);
      if (!Object.hasOwn(routes, name)) throw new Error(`The contract has no route ${name}.`);
      table.set(name, { ...operation, contract: routes[name as RouteName] });
    }
  }
  const missing = Object.keys(routes).filter((name) => !table.has(name));
  if (missing.length > 0) throw new Error(`No module registers the route ${missing.join(", ")}.`);
  return Object.fromEntries(table) as unknown as RouteTable;
}
