import type { ParsedInput } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import type { DecisionPermission } from "../kernel/spends/decide.ts";
import { type AccessRules, authorize } from "./access.ts";
import type { Principal } from "./principal.ts";
import type { AccessQuestion, Ask, CoreRoute, OperationName } from "./route-table.ts";
import type { ServiceRequest } from "./service-request.ts";
import { workspaceIn } from "./workspace-id.ts";

/** Returns the permission for a decision, and null otherwise. */
export async function authorizeCall<Name extends OperationName>(
  rules: AccessRules,
  request: ServiceRequest,
  principal: Principal,
  action: Name,
  route: CoreRoute<Name>,
  input: ParsedInput<Name>,
): Promise<DecisionPermission | null> {
  if (rules.authorize === undefined) return null;
  const ask: Ask = (question) => authorize(rules, request, { ...principal, ...question });
  if (route.authorize !== undefined) return (await route.authorize(input, ask)) ?? null;
  await ask({ action, workspaceId: workspaceIn(input) });
  return null;
}

/** Returns whether the caller may do something else, such as see a list item. */
export async function isAllowed(
  rules: AccessRules,
  request: ServiceRequest,
  principal: Principal,
  question: AccessQuestion,
): Promise<boolean> {
  try {
    await authorize(rules, request, { ...principal, ...question });
    return true;
  } catch (error) {
    if (isTreasuryError(error) && error.code === "forbidden") return false;
    throw error;
  }
}
