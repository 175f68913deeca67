import { isTreasuryError, type Json, type JsonObject, redact } from "@agent-treasury/provider";
import { unlessAborted } from "../../../kernel/abort-signals.ts";
import { describeIssues } from "../../../kernel/describe-issues.ts";
import {
  type ToolContext,
  type ToolOutcome,
  type TurnTool,
  refuseCall,
} from "../../../kernel/turn-tool.ts";
import type { AgentTool } from "./agent-tool.ts";

const maximumContentCharacters = 65_536;

/** Worded as a success, because a model would repeat a failed call. */
const unreadable =
  "The tool ran, but its result is not JSON and cannot be read. Check what it did before you call it again.";

export function hostTool(tool: AgentTool): TurnTool {
  return {
    name: tool.name,
    description: tool.description,
    parametersSchema: tool.parametersSchema,
    effect: tool.effect,
    repeatable: tool.effect === "read" || tool.repeatable === true,
    content: tool.content ?? (tool.effect === "read" ? "outside" : "own"),
    run: (input, { workspaceId, turnId, callId, idempotencyKey, signal }) =>
      runHostTool(tool, input, { workspaceId, turnId, callId, idempotencyKey, signal }),
  };
}

async function runHostTool(
  tool: AgentTool,
  input: JsonObject,
  context: ToolContext,
): Promise<ToolOutcome> {
  try {
    return await unlessAborted(callTool(tool, input, context), context.signal);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { ok: false, content: { error: cut(redact(messageOf(error))) } };
  }
}

async function callTool(
  tool: AgentTool,
  input: JsonObject,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { validate } = tool.parameters["~standard"];
  const asGiven = await validate(input);
  // Null is an omitted argument, unless the tool accepts it.
  const checked = asGiven.issues === undefined ? asGiven : await validate(withoutNulls(input));
  if (checked.issues !== undefined) return refuseCall(describeIssues(checked.issues));
  return bounded(await tool.execute(checked.value, context));
}

/** Removes fields that are null, also in objects and lists of the input. */
function withoutNulls(input: Json): Json {
  if (Array.isArray(input)) return input.map(withoutNulls);
  if (typeof input !== "object" || input === null) return input;
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, withoutNulls(value)]));
}

function bounded(content: unknown): ToolOutcome {
  const json = jsonOf(content);
  if (json === null) return { ok: false, content: { error: unreadable } };
  if (json.length <= maximumContentCharacters) return { ok: true, content: JSON.parse(json) };
  return { ok: true, content: cut(json) };
}

/** Returns null if the value is not JSON. */
function jsonOf(content: unknown): string | null {
  try {
    return JSON.stringify(content ?? null) ?? null;
  } catch {
    return null;
  }
}

function cut(text: string): string {
  if (text.length <= maximumContentCharacters) return text;
  return `${text.slice(0, maximumContentCharacters).toWellFormed()} … (cut)`;
}

function messageOf(error: unknown): string {
  if (isTreasuryError(error)) return `${error.message} ${error.remedy}`;
  return error instanceof Error && error.message !== "" ? error.message : "The tool failed.";
}
