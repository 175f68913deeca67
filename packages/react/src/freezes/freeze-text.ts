import type { AdministrativeAction, Freeze } from "@agent-treasury/sdk-client";

/** What a freeze stops. `all` is every workspace of the service. */
export type FreezeScope = "workspace" | "allocation" | "agent" | "vendor" | "all";

/** Returns what is frozen: "agent buyer-1". */
export function frozenText({ scope, id }: Pick<Freeze, "scope" | "id">): string {
  switch (scope) {
    case "deployment":
      return "all workspaces";
    case "workspace":
      return "this workspace";
    case "allocation":
    case "agent":
    case "vendor":
      return `${scope} ${id ?? ""}`;
  }
}

/** Returns the freeze in effect of an allocation or agent itself; undefined without one. */
export function freezeOf(
  freezes: readonly Freeze[],
  scope: "allocation" | "agent",
  id: string,
): Freeze | undefined {
  return freezes.find((freeze) => freeze.scope === scope && freeze.id === id);
}

/** Returns the pending change that ends a freeze; undefined without one. */
export function unfreezingOf(
  pending: readonly AdministrativeAction[],
  { scope, id }: Pick<Freeze, "scope" | "id">,
): AdministrativeAction | undefined {
  return pending.find(
    ({ type, details }) =>
      type === "unfreeze" && details["scope"] === scope && (details["id"] ?? null) === id,
  );
}

/** Returns the consequence of a freeze, before it is confirmed. */
export function freezeConsequence(scope: FreezeScope): string {
  const scopes = {
    workspace: "in this workspace",
    allocation: "of the allocation and of allocations below it",
    agent: "of the agent",
    vendor: "to the vendor",
    all: "in all workspaces of this service",
  } as const;
  return `No payment ${scopes[scope]} starts until a person unfreezes it. Payments that already began cannot be recalled. They are listed afterwards.`;
}
