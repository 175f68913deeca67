import { type AgentMachine, type Proposal, readOutsideText } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import type { Operator } from "../ledger/operator.ts";
import type { OutsideAgent } from "../mcp/outside-agent.ts";
import type { AccessAction } from "./access-action.ts";
import type { RateLimit } from "./rate-limit.ts";
import { type RequestInput, type ServiceRequest, withRequest } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** What `authenticate` reads. */
export interface AuthenticationInput extends RequestInput {
  /** The framework's own request where an adapter has one, for example Express's. */
  readonly native: unknown;
}

/** What `authorize` decides about. */
export interface AuthorizationInput extends RequestInput {
  /** Null for a guest, and for an agent. */
  readonly operator: SignedInOperator | null;
  readonly action: AccessAction;
  /** The external agent of a request to `/mcp`. */
  readonly agent?: OutsideAgent;
  /** Null where an operation belongs to no workspace. */
  readonly workspaceId: string | null;
  /** The spend that is to be decided, when it exists. */
  readonly proposal?: Proposal;
  /** The turn that is to be resumed or read, as the caller names it. */
  readonly turnId?: string;
  /** The machine in question, when it exists; its workspace is that of its tag. */
  readonly machine?: AgentMachine;
}

/** What a deployment decided about access. */
export interface AccessRules {
  /**
   * Names the operator of a request; null, or what is no operator with a name, denies it with 401. With it
   * set, the `operator` in a body is never used.
   *
   * @example
   * ```ts
   * import type { AccessRules } from "@agent-treasury/treasury-core";
   *
   * // Whatever your session put on Express's own request.
   * const authenticate: AccessRules["authenticate"] = ({ native }) =>
   *   (native as { user?: { name: string } }).user ?? null;
   * ```
   */
  readonly authenticate?: (
    input: AuthenticationInput,
  ) => SignedInOperator | null | Promise<SignedInOperator | null>;
  /**
   * Whether the operator may, called before every operation; false or a throw denies with 403. Called
   * again for a decision whose proposal changed before the decision was recorded.
   */
  readonly authorize?: (input: AuthorizationInput) => boolean | Promise<boolean>;
  /** How often whom may ask for what; no limit unless given. */
  readonly rateLimit?: RateLimit;
  /** Says that open access is meant, also with live money or real machines. */
  readonly access?: "guests";
}

/** Names the operator of a request, null for a guest. */
export async function authenticate(
  rules: AccessRules,
  asked: ServiceRequest,
  native: unknown,
): Promise<SignedInOperator | null> {
  if (rules.authenticate === undefined) return null;
  const input = withRequest({ native }, asked);
  const operator: unknown = await attempt(() => rules.authenticate?.(input), "unauthenticated");
  if (isOperator(operator)) return operator;
  throw new TreasuryError("unauthenticated", "The request carries no credential that is known.");
}

/** Other people's code answered: its type is a promise, and many a session's user is undefined. */
function isOperator(answer: unknown): answer is SignedInOperator {
  if (typeof answer !== "object" || answer === null) return false;
  const { name } = answer as { name?: unknown };
  if (typeof name !== "string" || name.trim() === "") return false;
  checkOperatorName(name);
  return true;
}

/** @throws TreasuryError `unauthenticated`: an approver would read another name than is recorded. */
function checkOperatorName(name: string): void {
  const { flaw } = readOutsideText(name);
  if (flaw === null) return;
  throw new TreasuryError("unauthenticated", `The operator's name must not contain ${flaw}.`);
}

/** Lets a request through, or throws `forbidden`. */
export async function authorize(
  rules: AccessRules,
  asked: ServiceRequest,
  subject: Omit<AuthorizationInput, keyof RequestInput>,
): Promise<void> {
  if (rules.authorize === undefined) return;
  const input = withRequest(subject, asked);
  const allowed = await attempt(() => rules.authorize?.(input) ?? false, "forbidden");
  if (!allowed) throw new TreasuryError("forbidden", "This is not allowed to you.");
}

/** Who decides: the one who signed in, or whoever the caller names where nobody signs in. */
export function decidingOperator(
  signedIn: SignedInOperator | null,
  named: string | undefined,
): Operator {
  if (signedIn !== null) return { name: signedIn.name, verified: true };
  return { name: named?.trim() || null, verified: false };
}

/** A throw denies; what it says is for the deployment, not for the caller. */
async function attempt<Value>(
  check: () => Value | Promise<Value>,
  code: "unauthenticated" | "forbidden",
): Promise<Value> {
  try {
    return await check();
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    throw new TreasuryError(code, "The credential could not be checked, which denies it.", {
      cause,
    });
  }
}
