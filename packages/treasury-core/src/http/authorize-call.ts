import type { AgentMachine, ParsedInput, RouteName } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import { readMachine } from "../fleet/fleet.ts";
import { readProposal } from "../treasury/operations/read-treasury.ts";
import { type AccessRules, type AuthorizationInput, authorize } from "./access.ts";
import type { Service } from "./operations.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** Asks the deployment whether the operator may, with what the request is about. */
export async function authorizeCall<Name extends RouteName>(
  rules: AccessRules,
  service: Service,
  operator: SignedInOperator | null,
  action: Name,
  input: ParsedInput<Name>,
): Promise<void> {
  if (rules.authorize === undefined) return;
  const subject = await subjectOf(service, action, input);
  await authorize(rules, { operator, action, ...subject });
  const resumed = resumedBy(input, subject);
  if (resumed !== null) await authorize(rules, { operator, action: "resumeTurn", ...resumed });
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
    if (turnId !== null) return { workspaceId, turnId };
    if (action !== "decideProposal" || !("proposalId" in input)) return { workspaceId };
    const proposal = await readProposal(service.engine, workspaceId, String(input.proposalId));
    return proposal === null ? { workspaceId } : { workspaceId, proposal };
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
