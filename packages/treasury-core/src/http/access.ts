import {
  type AgentMachine,
  hasVisibleCharacter,
  type Proposal,
  readOutsideText,
} from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import type { Operator } from "../kernel/ledger/operator.ts";
import type { AccessAction, PluginAccessAction } from "./access-action.ts";
import { askAccessRule } from "./ask-access-rule.ts";
import { isPrincipalText, longestId } from "./principal-text.ts";
import type { Principal } from "./principal.ts";
import type { RateLimit } from "./rate-limit.ts";
import { type RequestInput, type ServiceRequest, withRequest } from "./service-request.ts";
import { personIdOf, type SignedInOperator } from "./signed-in-operator.ts";

export interface AuthenticationInput extends RequestInput {
  /** The framework's own request, for example Express's. */
  readonly native: unknown;
}

export interface AuthorizationInput extends RequestInput, Principal {
  readonly action: AccessAction;
  readonly workspaceId: string | null;
  /** The proposal to decide, if it exists. */
  readonly proposal?: Proposal;
  readonly turnId?: string;
  /** Id of the channel that verified the person, for example `slack`. Missing for other requests. */
  readonly channel?: string;
  /** The machine, if it exists. */
  readonly machine?: AgentMachine;
}

export type PluginAuthorizationInput = AuthorizationInput & {
  readonly action: PluginAccessAction;
};

export interface AccessRules {
  /**
   * Returns the operator of a request, or null to reject it with 401. A throw, and no answer within
   * 10 seconds, rejects with 503. If set, the `operator` in a body is ignored.
   *
   * @example
   * ```ts
   * import type { AccessRules } from "@agent-treasury/treasury-core";
   *
   * // The user that your session middleware set on Express's request.
   * const authenticate: AccessRules["authenticate"] = ({ native }) =>
   *   (native as { user?: { name: string } }).user ?? null;
   * ```
   */
  readonly authenticate?: (
    input: AuthenticationInput,
  ) => SignedInOperator | null | Promise<SignedInOperator | null>;
  /**
   * Authorizes every operation of persons and of external agents, who may only propose spends and
   * read their own proposals, whatever this function returns. Any answer but true rejects with 403.
   * A throw, and no answer within 10 seconds, rejects with 503. Called again if a proposal changed
   * before its decision was recorded.
   */
  readonly authorize?: (input: AuthorizationInput) => boolean | Promise<boolean>;
  /**
   * Authorizes requests to routes of plugins, after `authorize`. Required for them if `authenticate`
   * or `authorize` is set, because an `authorize` that denies a list of actions would allow those of
   * a plugin that is added later.
   */
  readonly authorizePlugins?: (input: PluginAuthorizationInput) => boolean | Promise<boolean>;
  /** Routes of plugins that answer without `authenticate`, as `<plugin's id>:<route's name>`. */
  readonly openPluginRoutes?: readonly string[];
  /** Optional rate limiter. */
  readonly rateLimit?: RateLimit;
  /** Allows anonymous access even with live money or real machines. */
  readonly access?: "guests";
}

export async function authenticate(
  rules: AccessRules,
  asked: ServiceRequest,
  native: unknown,
): Promise<SignedInOperator | null> {
  if (rules.authenticate === undefined) return null;
  const input = withRequest({ native }, asked);
  const operator: unknown = await askAccessRule("authenticate", () => rules.authenticate?.(input));
  if (isOperator(operator)) return operator;
  throw new TreasuryError("unauthenticated", "The request has no valid credential.");
}

/** External code may return anything. */
export function isOperator(answer: unknown): answer is SignedInOperator {
  if (typeof answer !== "object" || answer === null) return false;
  const { name, id, groups, credential } = answer as {
    readonly [Field in keyof SignedInOperator]?: unknown;
  };
  if (typeof name !== "string" || !hasVisibleCharacter(name)) return false;
  const { flaw } = readOutsideText(name);
  // Otherwise an approver would see another name than is recorded.
  if (flaw !== null) throw invalidOperator(`name must not contain ${flaw}`);
  const form = `of 1 to ${longestId} characters, without control characters`;
  for (const [field, value] of Object.entries({ id, credential })) {
    const isValid = value == null || isPrincipalText(value);
    if (!isValid) throw invalidOperator(`${field} must be a string ${form}`);
  }
  const areGroups = Array.isArray(groups) && groups.every(isPrincipalText);
  if (groups == null || (areGroups && groups.length <= mostGroups)) return true;
  throw invalidOperator(`groups must be at most ${mostGroups} strings ${form}`);
}

const mostGroups = 50;

function invalidOperator(problem: string): TreasuryError {
  return new TreasuryError("unauthenticated", `The operator's ${problem}.`);
}

export async function authorize(
  rules: AccessRules,
  asked: ServiceRequest,
  subject: Omit<AuthorizationInput, keyof RequestInput>,
): Promise<void> {
  const { authorize: rule } = rules;
  if (rule !== undefined) await askRule("authorize", () => rule(withRequest(subject, asked)));
}

/** Asks both rules, so that each can deny. */
export async function authorizePlugin(
  rules: AccessRules,
  asked: ServiceRequest,
  subject: Omit<PluginAuthorizationInput, keyof RequestInput>,
): Promise<void> {
  await authorize(rules, asked, subject);
  const { authorizePlugins: rule } = rules;
  if (rule === undefined) return;
  await askRule("authorizePlugins", () => rule(withRequest(subject, asked)));
}

/** Code without types may return anything, such as a `Response`. */
async function askRule(name: string, rule: () => boolean | Promise<boolean>): Promise<void> {
  const allowed: unknown = await askAccessRule(name, rule);
  if (allowed !== true)
    throw new TreasuryError("forbidden", "You do not have permission to do this.");
}

/**
 * Rejects routes of plugins that the deployment has not allowed yet.
 *
 * @throws TreasuryError `forbidden`.
 */
export function checkPluginsAreAllowed(rules: AccessRules, action: PluginAccessAction): void {
  const {
    authenticate: identify,
    authorize: rule,
    authorizePlugins,
    openPluginRoutes = [],
  } = rules;
  const route = action.slice("plugin:".length);
  if (identify === undefined && !openPluginRoutes.includes(route)) {
    throw new TreasuryError(
      "forbidden",
      `This route of a plugin requires sign-in. Pass \`authenticate\` to \`createTreasury\`, or add "${route}" to \`openPluginRoutes\` to answer without it.`,
    );
  }
  if (authorizePlugins !== undefined || (identify === undefined && rule === undefined)) return;
  throw new TreasuryError(
    "forbidden",
    "Routes of plugins are not allowed yet. Pass `authorizePlugins` to `createTreasury`, which decides who may call them.",
  );
}

/** The name is self-reported without authentication. */
export function decidingOperator(signedIn: SignedInOperator | null, named?: string): Operator {
  if (signedIn === null)
    return { name: named?.trim() || null, verified: false, id: null, groups: [] };
  const { name, groups } = signedIn;
  return { name, verified: true, id: personIdOf(signedIn), groups: groups ?? [] };
}

/**
 * Anonymous access must be configured once live money or real machines are connected.
 *
 * @throws TreasuryError `access_not_chosen`.
 */
export function checkAccessIsChosen(rules: AccessRules, riskOf: () => string | null): void {
  if (rules.authenticate !== undefined || rules.access === "guests") return;
  const risk = riskOf();
  if (risk !== null) throw new TreasuryError("access_not_chosen", risk);
}
