import {
  type Input,
  inputFields,
  type Output,
  readOutsideText,
  type RouteName,
  type RouteNamesByCall,
  routes,
  type WorkspaceRequest,
} from "@agent-treasury/contract";
import { invalidRequest } from "../kernel/errors.ts";
import { effectsOfRequest, noEffects } from "../kernel/ledger/commit/request-effects.ts";
import type { Operator } from "../kernel/ledger/operator.ts";
import type { Person } from "../kernel/ledger/person.ts";
import type { AccessAction } from "./access-action.ts";
import { type AgentPrincipal, configuredAgent } from "./outside-agent.ts";
import { parseInput } from "./read-input.ts";
import type { Call, OperationName, OperationTable } from "./route-table.ts";
import { personIdOf } from "./signed-in-operator.ts";
import { withinBound } from "./within-bound.ts";

/** Who calls. Trusted, because it is code of the app. */
export interface NamedCaller {
  /** The external agent. Omit it if a person acts. */
  readonly agentId?: string | undefined;
  /** Shown to approvers; `agentId` by default. */
  readonly agentName?: string | undefined;
  /** The person behind the agent, or who acts. Treated as verified. */
  readonly operator?: string | undefined;
  /** Stops what has no effect yet. */
  readonly signal?: AbortSignal | undefined;
}

type CallName = keyof RouteNamesByCall;

type Method<Name extends RouteName> = (
  request?: Input<Name> & NamedCaller,
) => Promise<Output<Name>>;

type GroupOf<Name> = Name extends `${infer Group}.${string}` ? Group : never;

type MethodsOf<Name extends string> = {
  readonly [Path in CallName as Path extends `${Name}.${infer Own}` ? Own : never]: Method<
    RouteNamesByCall[Path]
  >;
};

/** The methods of a treasury that the contract states. */
export type InProcessCalls = MethodsOf<"treasury"> & {
  readonly [Name in Exclude<GroupOf<CallName>, "treasury">]: MethodsOf<Name>;
} & {
  readonly [Path in Exclude<CallName, `${string}.${string}`>]: Method<RouteNamesByCall[Path]>;
};

/** Runs the operations of a treasury for code in its process. */
export function inProcessCalls(table: OperationTable): InProcessCalls {
  const calls: Record<string, unknown> = {};
  for (const name of Object.keys(routes) as OperationName[]) {
    const { call } = routes[name];
    if (call === undefined) continue;
    const method = (request: object = {}) => run(table[name].run as AnyRun, name, request);
    const [group, own] = call.replace(/^treasury\./, "").split(".") as [string, string?];
    if (own === undefined) calls[group] = method;
    else calls[group] = { ...(calls[group] as object), [own]: method };
  }
  return calls as InProcessCalls;
}

/**
 * Reads a budget, or begins a spend, in the name of the agent, so that its id must not be reserved.
 * For the others the id only selects the records that the agent may see.
 */
const proposing: ReadonlySet<OperationName> = new Set<OperationName>([
  "readBudget",
  "createProposal",
  "openTab",
  "renewTab",
  "fetchPaid",
]);

type AnyRun = (input: unknown, call: Call) => Promise<unknown>;

async function run(runRoute: AnyRun, name: OperationName, request: object): Promise<unknown> {
  const { agentId, agentName, operator, signal, ...fields }: NamedCaller = request;
  const mayBeAgent = routes[name].agents === true;
  const input = parseInput(name, {
    ...fields,
    // Some operations have fields of these names.
    ...(agentId !== undefined && !mayBeAgent && { agentId }),
    ...(operator !== undefined && inputFields(name).includes("operator") && { operator }),
  });
  const person = personVouchedFor(operator);
  let agent: AgentPrincipal | null = null;
  // JavaScript may pass null.
  if (mayBeAgent && agentId != null) {
    // Parsed already.
    const { workspaceId = workspaceOf(undefined) } = input as WorkspaceRequest;
    const named = { id: agentId, name: agentName ?? agentId, workspaceId, owner: person };
    agent = proposing.has(name)
      ? configuredAgent(named)
      : { ...named, allocationId: null, credentialId: null };
  }
  const call: Call = {
    operator: person,
    agent,
    caller: { id: "process", isAnonymous: false },
    signal: signal ?? new AbortController().signal,
    keyed: null,
    permission: null,
    isAllowed: () => Promise.resolve(true),
    authenticateAgain: () => Promise.resolve(),
  };
  return inBound(name, () => runRoute(input, call));
}

/**
 * Answers as fast as a request. A call during a request has the bound of that request. For methods whose
 * requests or answers differ from those over HTTP.
 */
export function inBound<Answer>(
  action: AccessAction,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return effectsOfRequest() === undefined ? withinBound(action, noEffects(), work) : work();
}

export function personVouchedFor(operator: string | undefined): Person | null {
  const { id, name } = vouchedFor(operator);
  return id === null || name === null ? null : { id, name };
}

export function workspaceOf(workspaceId: string | undefined): string {
  return parseInput("readTreasury", { workspaceId }).workspaceId;
}

/**
 * The name counts as verified, because in-process callers are trusted. Its id is that of a person
 * who signs in with this name, so that the person counts once.
 */
export function vouchedFor(operator: string | undefined): Operator {
  const name = operator?.trim() || null;
  const { flaw } = readOutsideText(name ?? "");
  if (flaw !== null) throw invalidRequest(`\`operator\` must not contain ${flaw}.`);
  const id = name && (personIdOf({ name }) || name);
  return { name, verified: name !== null, id, groups: [] };
}
