import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { checkBudget } from "./check-budget.ts";
import { fetchPaid } from "./fetch-paid.ts";
import { followProposal } from "./follow-proposal.ts";
import { proposeSpend } from "./propose-spend.ts";
import type { TreasuryAccess } from "./treasury-access.ts";
import type { TreasuryTool } from "./treasury-tool.ts";

export interface TreasuryToolsOptions {
  /** Whether to offer `fetch_paid`. The treasury must list origins of sellers. Default: false. */
  readonly fetchPaid?: boolean;
  /**
   * Receives failures that the model cannot fix, such as a rejected credential or a treasury that
   * does not answer. The model receives a result with `isError`.
   */
  readonly onFailure?: (error: unknown) => void;
}

/** Options of the bindings for agent frameworks. */
export interface FrameworkToolsOptions extends TreasuryToolsOptions {
  /**
   * What happens when a spend needs approval. `suspend`: the agent pauses until a person has
   * decided. `return`: the model receives status `pending`, and can call `follow_proposal`. Default:
   * `suspend`.
   */
  readonly onPending?: "suspend" | "return";
}

const sharedNames: NamesOf<TreasuryToolsOptions> = { fetchPaid: true, onFailure: true };
const frameworkNames: NamesOf<FrameworkToolsOptions> = { ...sharedNames, onPending: true };

/**
 * Separates the options of a binding for a framework.
 *
 * @throws TreasuryError `invalid_request` for an unknown option.
 */
export function frameworkOptions(options: FrameworkToolsOptions): {
  /** Whether a spend that needs approval suspends the agent. */
  readonly suspends: boolean;
  readonly shared: TreasuryToolsOptions;
} {
  checkOptions("treasuryTools", options, frameworkNames);
  const { onPending = "suspend", ...shared } = options;
  return { suspends: onPending === "suspend", shared };
}

/**
 * Returns the treasury's tools for an agent. Bindings for frameworks pass them on.
 *
 * @example
 * ```ts
 * import { treasury } from "./treasury.ts";
 *
 * const [, propose] = treasuryTools(treasuryInProcess(treasury, { agentId: "buyer" }));
 * const { content } = await propose!.execute({ amountUsd: 12, vendor: "Acme", purpose: "paper" });
 * ```
 */
export function treasuryTools(
  access: TreasuryAccess,
  options: TreasuryToolsOptions = {},
): readonly TreasuryTool[] {
  checkOptions("treasuryTools", options, sharedNames);
  const { fetchPaid: hasFetchPaid = false, onFailure = () => {} } = options;
  return [
    checkBudget(access, onFailure),
    proposeSpend(access, onFailure),
    ...(hasFetchPaid ? [fetchPaid(access, onFailure)] : []),
    followProposal(access, onFailure),
  ];
}
