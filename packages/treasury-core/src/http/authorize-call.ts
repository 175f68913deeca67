import type { AgentMachine, ParsedInput, Proposal, RouteName } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import { readMachine } from "../fleet/fleet.ts";
import type { DecisionPermission } from "../treasury/operations/decide.ts";
import { proposalIn, readProposal } from "../treasury/operations/read-treasury.ts";
import { viewShown } from "../treasury/operations/shown-proposals.ts";
import { type AccessRules, type AuthorizationInput, authorize } from "./access.ts";
import type { Service } from "./operations.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/**
 * Asks the deployment whether the operator may, with what the request is about. Returns the permission
 * to decide on the proposal that the deployment was asked about, null for every other request.
 */
export async function authorizeCall<Name extends RouteName>(
  rules: AccessRules,
  service: Service,
  operator: SignedInOperator | null,
  action: Name,
  input: ParsedInput<Name>,
): Promise<DecisionPermission | null> {
  if (rules.authorize === undefined) return null;
  const ask = async (subject: Subject): Promise<void> => {
    await authorize(rules, { operator, action, ...subject });
    const resumed = resumedBy(input, subject);
    if (resumed !== null) await authorize(rules, { operator, action: "resumeTurn", ...resumed });
  };
  if (action === "decideProposal" && "proposalId" in input && "workspaceId" in input) {
    return permissionOn(service, String(input.workspaceId), String(input.proposalId), ask);
  }
  await ask(await subjectOf(service, action, input));
  return null;
}

/** The same read serves the question, the command and the answer. */
async function permissionOn(
  { engine }: Service,
  workspaceId: string,
  proposalId: string,
  ask: (subject: Subject) => Promise<void>,
): Promise<DecisionPermission> {
  const askAbout = (proposal: Proposal | null): Promise<void> =>
    ask(proposal === null ? { workspaceId } : { workspaceId, proposal });
  const { committer, storage } = engine;
  const view = await committer.see(workspaceId, () => viewShown(storage, workspaceId));
  const proposal =
    proposalIn(view, workspaceId, proposalId) ??
    (await readProposal(engine, workspaceId, proposalId));
  await askAbout(proposal);
  return { view, proposal, askAgain: askAbout };
}

/** The turn that a decision lets go on, and whose result it answers; null for every other request. */
function resumedBy(input: object, { workspaceId, proposal }: Subject): Subject | null {
  const turnId = proposal?.turnId ?? null;
  if (turnId === null || !("resume" in input) || input.resume !== true) return null;
  return { workspaceId, turnId };
}

/** Whether the operator may see one machine of the fleet. */
export async function mayReadMachine(
  rules: AccessRules,
  operator: SignedInOperator | null,
  machine: AgentMachine,
): Promise<boolean> {
  try {
    const { workspaceId } = machine;
    await authorize(rules, { operator, action: "readMachine", workspaceId, machine });
    return true;
  } catch {
    return false;
  }
}

type Subject = Omit<AuthorizationInput, "operator" | "action">;

async function subjectOf(service: Service, action: RouteName, input: object): Promise<Subject> {
  if ("workspaceId" in input && typeof input.workspaceId === "string") {
    const { workspaceId } = input;
    const turnId = turnNamedBy(action, input);
    return turnId === null ? { workspaceId } : { workspaceId, turnId };
  }
  if ("id" in input && typeof input.id === "string") return machineSubject(service, input.id);
  return { workspaceId: null };
}

/** A turn's records are kept under its workspace, so the name is enough to say whose it is. */
function turnNamedBy(action: RouteName, input: object): string | null {
  if (action === "resumeTurn" && "turnId" in input) return String(input.turnId);
  return action === "readTurnEvents" && "id" in input ? String(input.id) : null;
}

async function machineSubject({ fleet }: Service, id: string): Promise<Subject> {
  try {
    const machine = await readMachine(fleet, id);
    return { workspaceId: machine.workspaceId, machine };
  } catch (error) {
    // There is nothing to protect; the operation itself says that it is missing.
    if (isTreasuryError(error) && error.code === "machine_not_found") return { workspaceId: null };
    throw error;
  }
}
