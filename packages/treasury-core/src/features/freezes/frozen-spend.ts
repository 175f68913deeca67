import { TreasuryError } from "@agent-treasury/provider";
import { looseName, normaliseName } from "@agent-treasury/provider/helpers";
import type { Allocation, Finding } from "@agent-treasury/rules";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { namePrefix } from "../../kernel/payees/payee-identity.ts";
import type { FreezeMarker } from "./freeze-marker.ts";
import { type Freeze, freezeState } from "./freeze.ts";

/** The parts of a spend that freezes name. */
export interface FreezableSpend {
  readonly agentId: string;
  readonly vendor: string;
  /** The spend's allocation and its ancestors. */
  readonly chain: readonly Pick<Allocation, "id">[];
}

/**
 * Returns the freeze that stops a spend. Call it in the commit that begins the payment.
 *
 * @throws NotObserved
 */
export function freezeOf(
  ledger: LedgerState,
  spend: FreezableSpend,
  marker: FreezeMarker,
): Freeze | null {
  return (
    marker.present() ??
    freezeState.of(ledger.head.account).find((one) => isInScope(one, spend)) ??
    null
  );
}

export function isInScope(
  { scope, target }: Omit<Freeze, "record">,
  { agentId, vendor, chain }: FreezableSpend,
): boolean {
  switch (scope) {
    case "workspace":
    case "deployment":
      return true;
    case "agent":
      return target === agentId;
    case "vendor":
      return target !== null && isAlike(target, vendor);
    case "allocation":
      return chain.some(({ id }) => id === target);
  }
}

/** A freeze restricts, so that it stops vendors that look like the frozen one. */
function isAlike(target: string, vendor: string): boolean {
  const frozen = target.slice(namePrefix.length);
  return normaliseName(frozen) === normaliseName(vendor) || looseName(frozen) === looseName(vendor);
}

/** Whether a freeze stops everything that an agent does, not only some of its spends. */
export function stopsAgent({ scope, target }: Freeze, agentId: string): boolean {
  if (scope === "agent") return target === agentId;
  return scope === "workspace" || scope === "deployment";
}

export function freezeText({ scope, target }: Pick<Freeze, "scope" | "target">): string {
  switch (scope) {
    case "workspace":
      return "The workspace is frozen.";
    case "deployment":
      return "All workspaces are frozen.";
    case "agent":
    case "allocation":
      return `The ${scope} ${JSON.stringify(target)} is frozen.`;
    case "vendor":
      return `The vendor ${JSON.stringify(target?.slice(namePrefix.length))} is frozen.`;
  }
}

export function frozenError(freeze: Freeze): TreasuryError {
  return new TreasuryError("frozen", freezeText(freeze));
}

export function freezeFinding(freeze: Freeze): Finding {
  return { rule: "freeze", effect: "review", text: freezeText(freeze), usage: null };
}
