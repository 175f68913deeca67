import type { AdministrativeAction } from "@agent-treasury/sdk-client";

type Pending = readonly AdministrativeAction[];

/** Returns the pending change of an allocation; undefined without one. */
export function allocationChange(pending: Pending, id: string): AdministrativeAction | undefined {
  return changeOf(pending, "set_allocation", "allocation", id);
}

/** Returns the pending removal of a passkey; undefined without one. */
export function passkeyRemoval(pending: Pending, id: string): AdministrativeAction | undefined {
  return changeOf(pending, "remove_passkey", "passkey", id);
}

/** Returns the pending publication of rules; undefined without one. */
export function waitingPublication(pending: Pending): AdministrativeAction | undefined {
  return pending.find(({ type }) => type === "publish_rules");
}

/** Returns the pending change of the workspace's limits; undefined without one. */
export function limitsChange(pending: Pending): AdministrativeAction | undefined {
  return pending.find(({ type }) => type === "set_budget");
}

/** Returns the pending change of a webhook endpoint; undefined without one. */
export function endpointChange(pending: Pending, id: string): AdministrativeAction | undefined {
  return pending.find(
    ({ type, details }) =>
      type === "plugin_action" && details["plugin"] === "webhooks" && details["endpointId"] === id,
  );
}

/** Returns the pending standing approval of an agent for a vendor; undefined without one. */
export function standingCreation(
  pending: Pending,
  agentId: string,
  vendor: string,
): AdministrativeAction | undefined {
  return pending.find((action) => {
    const created = objectOf(action, "standingApproval");
    const isCreation = action.type === "create_standing_approval";
    return isCreation && created["agentId"] === agentId && created["vendor"] === vendor;
  });
}

/** Returns the pending addition of a payee on a rail; undefined without one. */
export function payeeAddition(
  pending: Pending,
  vendor: string,
  rail: string,
): AdministrativeAction | undefined {
  return pending.find((action) => {
    const added = objectOf(action, "payee");
    return action.type === "add_payee" && added["vendor"] === vendor && added["rail"] === rail;
  });
}

/** Returns whether a pending change of an allocation sets the same values. */
export function isSameAllocation(
  change: AdministrativeAction,
  request: Readonly<Record<string, unknown>>,
): boolean {
  const after = objectOf(change, "allocation");
  return Object.entries(request).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(after[field]),
  );
}

function changeOf(
  pending: Pending,
  type: AdministrativeAction["type"],
  object: string,
  id: string,
): AdministrativeAction | undefined {
  return pending.find((action) => action.type === type && objectOf(action, object)["id"] === id);
}

function objectOf(
  { details }: AdministrativeAction,
  name: string,
): Readonly<Record<string, unknown>> {
  return (details[name] ?? {}) as Readonly<Record<string, unknown>>;
}
