import type { ParsedInput } from "@agent-treasury/contract";
import type { DecisionPermission } from "../treasury/operations/decide.ts";
import { type AccessRules, authorize } from "./access.ts";
import type { AccessQuestion, Ask, CoreRoute, OperationName } from "./route-table.ts";
import type { ServiceRequest } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** Returns the permission for a decision, and null otherwise. */
export async function authorizeCall<Name extends OperationName>(
  rules: AccessRules,
  request: ServiceRequest,
  operator: SignedInOperator | null,
  action: Name,
  route: CoreRoute<Name>,
  input: ParsedInput<Name>,
): Promise<DecisionPermission | null> {
  if (rules.authorize === undefined) return null;
  const ask: Ask = (question) => authorize(rules, request, { operator, ...question });
  if (route.authorize !== undefined) return (await route.authorize(input, ask)) ?? null;
  await ask({ action, workspaceId: workspaceIn(input) });
  return null;
}

/** Returns whether the operator may do something else, such as see a list item. */
export async function isAllowed(
  rules: AccessRules,
  request: ServiceRequest,
  operator: SignedInOperator | null,
  question: AccessQuestion,
): Promise<boolean> {
  try {
    await authorize(rules, request, { operator, ...question });
    return true;
  } catch {
    return false;
  }
}

function workspaceIn(input: object): string | null {
  return "workspaceId" in input && typeof input.workspaceId === "string" ? input.workspaceId : null;
}
