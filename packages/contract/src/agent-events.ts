import * as z from "zod";
import { time } from "./fields.ts";
import { proposalSchema } from "./proposals.ts";
import { responseShape } from "./shape.ts";

const at = time.describe("Time of the event. ISO 8601, UTC.");
const callId = z.string().describe("Id that links a tool call to its result.");
const tool = z.string().describe("Name of the tool.");

export const thoughtEventSchema = responseShape(
  "ThoughtEvent",
  "Reasoning of the agent.",
  z.object({
    kind: z.literal("thought"),
    at,
    text: z
      .string()
      .describe(
        "Text that the model returned beside its tool calls. Text before a call precedes that call.",
      ),
  }),
);
export interface ThoughtEvent extends z.infer<typeof thoughtEventSchema> {}

export const toolCallEventSchema = responseShape(
  "ToolCallEvent",
  "A tool call of the agent.",
  z.object({
    kind: z.literal("tool_call"),
    at,
    callId,
    tool,
    arguments: z.record(z.string(), z.unknown()).describe("Arguments as the model returned them."),
  }),
);
export interface ToolCallEvent extends z.infer<typeof toolCallEventSchema> {}

export const toolResultEventSchema = responseShape(
  "ToolResultEvent",
  "The result of a tool call.",
  z.object({
    kind: z.literal("tool_result"),
    at,
    callId,
    tool,
    ok: z.boolean().describe("True if the call succeeded."),
    result: z.unknown().describe("Result of the tool."),
  }),
);
export interface ToolResultEvent extends z.infer<typeof toolResultEventSchema> {}

export const proposalEventSchema = responseShape(
  "ProposalEvent",
  "A proposed spend, with any status.",
  z.object({
    kind: z.literal("proposal"),
    at,
    proposalId: z.string().describe("Proposal id."),
    proposal: proposalSchema.describe("The proposal at the time of the event."),
  }),
);
export interface ProposalEvent extends z.infer<typeof proposalEventSchema> {}

export const awaitingApprovalEventSchema = responseShape(
  "AwaitingApprovalEvent",
  "A spend that needs approval.",
  z.object({
    kind: z.literal("awaiting_approval"),
    at,
    proposalId: z.string().describe("Proposal to decide."),
  }),
);
export interface AwaitingApprovalEvent extends z.infer<typeof awaitingApprovalEventSchema> {}

export const errorEventSchema = responseShape(
  "ErrorEvent",
  "An error. The turn continued unless this is its last event.",
  z.object({
    kind: z.literal("error"),
    at,
    message: z.string().describe("Error message for display."),
  }),
);
export interface ErrorEvent extends z.infer<typeof errorEventSchema> {}

export const agentEventSchema = responseShape(
  "AgentEvent",
  "One event of a turn, discriminated by `kind`. `at` is ISO 8601, UTC.",
  z.discriminatedUnion("kind", [
    thoughtEventSchema,
    toolCallEventSchema,
    toolResultEventSchema,
    proposalEventSchema,
    awaitingApprovalEventSchema,
    errorEventSchema,
  ]),
);
export type AgentEvent = z.infer<typeof agentEventSchema>;

export const eventPlaceSchema = responseShape(
  "EventPlace",
  "The position of an event in its turn.",
  z.object({
    id: z
      .string()
      .regex(/^\d+$/)
      .describe("Event id: digits that increase within a turn, possibly with gaps."),
  }),
);
export interface EventPlace extends z.infer<typeof eventPlaceSchema> {}

export const eventItemSchema = responseShape(
  "EventItem",
  "An event with its id, from which a stream can be resumed.",
  z.intersection(agentEventSchema, eventPlaceSchema),
);
export type EventItem = z.infer<typeof eventItemSchema>;
