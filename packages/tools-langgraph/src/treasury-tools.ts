import {
  type FrameworkToolsOptions,
  type Proposal,
  type TreasuryAccess,
  type TreasuryTool,
  frameworkOptions,
  treasuryTools as sharedTools,
} from "@agent-treasury/tools";
import { ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, type ToolRuntime, tool } from "@langchain/core/tools";
import { INTERRUPT, type Interrupt, interrupt, isInterrupted } from "@langchain/langgraph";

/** The value of the interrupt by which a graph waits for a decision. */
export interface TreasuryInterrupt {
  readonly kind: "treasury_proposal";
  /** The spend as it was when the graph was interrupted. */
  readonly proposal: Proposal;
}

/**
 * Returns the treasury's tools for a LangGraph agent. A spend that needs approval interrupts the
 * graph with a `TreasuryInterrupt`. Resume it with any value once the spend is decided: the tool
 * reads the decision from the treasury.
 *
 * @example
 * ```ts
 * import { treasuryOverHttp } from "@agent-treasury/tools";
 * import { ToolNode } from "@langchain/langgraph/prebuilt";
 *
 * const access = treasuryOverHttp({ url: "http://localhost:3000", token: "agt_…" });
 * const node = new ToolNode(treasuryTools(access));
 * ```
 */
export function treasuryTools(
  access: TreasuryAccess,
  options: FrameworkToolsOptions = {},
): StructuredToolInterface[] {
  const { suspends, shared } = frameworkOptions(options);
  return sharedTools(access, shared).map((one) => langGraphTool(one, suspends));
}

/**
 * Returns the spends that a graph waits for, as they were when it was interrupted; empty if it
 * waits for none. Pass their ids to `waitForOutcome`.
 *
 * @param from the result of `invoke`, or the snapshot of `getState` in another process.
 */
export function waitingProposals(from: unknown): readonly Proposal[] {
  return interruptsIn(from).flatMap(({ value }) =>
    value?.kind === "treasury_proposal" && value.proposal !== undefined ? [value.proposal] : [],
  );
}

type SomeInterrupt = Interrupt<Partial<TreasuryInterrupt>>;

function interruptsIn(from: unknown): readonly SomeInterrupt[] {
  if (isInterrupted<Partial<TreasuryInterrupt>>(from)) return from[INTERRUPT];
  const { tasks = [] } = (from ?? {}) as { readonly tasks?: unknown };
  if (!Array.isArray(tasks)) return [];
  return (tasks as { interrupts?: SomeInterrupt[] }[]).flatMap(({ interrupts = [] }) => interrupts);
}

function langGraphTool(
  { name, description, inputSchema, execute }: TreasuryTool,
  suspends: boolean,
): StructuredToolInterface {
  const run = async (
    input: unknown,
    { signal, toolCallId }: ToolRuntime,
  ): Promise<string | ToolMessage> => {
    const { content, waitingFor, isError } = await execute(input, { signal });
    if (waitingFor !== null && suspends) suspend(waitingFor);
    const text = JSON.stringify(content);
    return isError && toolCallId !== undefined
      ? new ToolMessage({ content: text, status: "error", name, tool_call_id: toolCallId })
      : text;
  };
  return tool(run, { name, description, schema: inputSchema });
}

/**
 * Interrupts the graph. In a tool that runs again, `interrupt` returns the value of each earlier
 * resumption first. The values are ignored, because only the treasury decides.
 */
function suspend(proposal: Proposal): never {
  const value: TreasuryInterrupt = { kind: "treasury_proposal", proposal };
  for (;;) interrupt(value);
}
