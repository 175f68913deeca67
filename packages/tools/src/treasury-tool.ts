import type { Proposal } from "@agent-treasury/contract/wire";
import type { JsonObject } from "@agent-treasury/provider";
import { escapeFieldsForModel } from "@agent-treasury/tool-call-markup";
import * as z from "zod";
import { accessFailure } from "./failure-for-model.ts";
import type { AccessCall } from "./treasury-access.ts";

export type TreasuryToolName = "check_budget" | "propose_spend" | "fetch_paid" | "follow_proposal";

export interface TreasuryToolResult {
  /** What the model reads. Texts of others are escaped. */
  readonly content: JsonObject;
  /**
   * The spend that waits for a person's decision. The agent suspends, and calls the tool again with
   * the same input later. Null for everything else.
   */
  readonly waitingFor: Proposal | null;
  /** Whether the call failed. A denied or failed spend is a result. */
  readonly isError: boolean;
}

/** A tool of the treasury, for any framework. */
export interface TreasuryTool {
  readonly name: TreasuryToolName;
  readonly title: string;
  /** For the model. */
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  /** Whether it neither stores nor spends anything. */
  readonly readOnly: boolean;
  /**
   * Runs the tool. Failures that the model can fix or repeat are results with `isError`. Rejects
   * only with the reason of an aborted signal.
   */
  execute(input: unknown, call?: AccessCall): Promise<TreasuryToolResult>;
}

export type ToolWork = Pick<TreasuryToolResult, "content" | "waitingFor">;

interface ToolDefinition<Schema extends z.ZodObject> extends Omit<TreasuryTool, "execute"> {
  readonly inputSchema: Schema;
  readonly run: (input: WithoutNulls<z.output<Schema>>, call: AccessCall) => Promise<ToolWork>;
}

/** Null and omitted fields are the same for a model. */
export type WithoutNulls<Input> = {
  [Name in keyof Input]: Exclude<Input[Name], null>;
};

export type ReportFailure = (error: unknown) => void;

const longestProblem = 500;

export function treasuryTool<Schema extends z.ZodObject>(
  { run, ...tool }: ToolDefinition<Schema>,
  report: ReportFailure,
): TreasuryTool {
  return {
    ...tool,
    execute: async (input, call = {}) => {
      call.signal?.throwIfAborted();
      const parsed = tool.inputSchema.safeParse(input);
      if (!parsed.success) {
        return failed("invalid_request", z.prettifyError(parsed.error).slice(0, longestProblem));
      }
      try {
        return { ...(await run(withoutNulls(parsed.data), call)), isError: false };
      } catch (error) {
        call.signal?.throwIfAborted();
        return failureResult(error, report);
      }
    },
  };
}

function failureResult(error: unknown, report: ReportFailure): TreasuryToolResult {
  const failure = accessFailure(error);
  const { code, message, status } = failure ?? {
    code: "internal_error",
    message: "The call failed.",
    status: 500,
  };
  const isRejection = status >= 400 && status < 500 && code !== "unexpected_answer";
  const canModelFix = isRejection && ![401, 403, 429].includes(status);
  if (!canModelFix) report(error);
  return failed(code, message);
}

function failed(code: string, error: string): TreasuryToolResult {
  return { content: escapeFieldsForModel({ error, code }), waitingFor: null, isError: true };
}

function withoutNulls<Input extends object>(input: Input): WithoutNulls<Input> {
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as WithoutNulls<Input>;
}
