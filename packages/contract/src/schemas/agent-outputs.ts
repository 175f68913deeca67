import { z } from "zod";
import { type ErrorCode, errorCatalogue } from "../errors.ts";
import type {
  AgentEvent,
  AgentTurnResult,
  EventItem,
  TurnEvents,
  TurnStreamItem,
} from "../wire/agent.ts";
import type { ErrorBody } from "../wire/error-body.ts";
import { proposalSchema, treasuryStateSchema } from "./treasury-outputs.ts";

/** One item of a turn's trace. */
export const agentEventSchema: z.ZodType<AgentEvent> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("thought"), at: z.iso.datetime(), text: z.string() }),
  z.object({
    kind: z.literal("tool_call"),
    at: z.iso.datetime(),
    callId: z.string(),
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.object({
    kind: z.literal("tool_result"),
    at: z.iso.datetime(),
    callId: z.string(),
    tool: z.string(),
    ok: z.boolean(),
    result: z.unknown(),
  }),
  z.object({
    kind: z.literal("proposal"),
    at: z.iso.datetime(),
    proposalId: z.string(),
    proposal: proposalSchema,
  }),
  z.object({
    kind: z.literal("awaiting_approval"),
    at: z.iso.datetime(),
    proposalId: z.string(),
  }),
  z.object({ kind: z.literal("error"), at: z.iso.datetime(), message: z.string() }),
]);

/** What a turn came to. */
export const agentTurnResultSchema: z.ZodType<AgentTurnResult> = z.object({
  turnId: z.string(),
  events: z.array(agentEventSchema),
  assistant: z.string(),
  awaitingApproval: z.boolean(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).nullable(),
  state: treasuryStateSchema,
});

/** An event with its id. */
export const eventItemSchema: z.ZodType<EventItem> = z.intersection(
  agentEventSchema,
  z.object({ id: z.string().regex(/^\d+$/) }),
);

/** What happened in a turn, for whoever does not follow it. */
export const turnEventsSchema: z.ZodType<TurnEvents> = z.object({
  turnId: z.string(),
  status: z.enum(["running", "waiting", "done"]),
  events: z.array(eventItemSchema),
});

/** The body of every failure. */
export const errorBodySchema: z.ZodType<ErrorBody> = z.object({
  error: z.string(),
  code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
});

/** What comes over a stream of a turn. */
export const turnStreamItemSchema: z.ZodType<TurnStreamItem> = z.union([
  z.object({ kind: z.literal("turn"), turnId: z.string() }),
  z.object({ kind: z.literal("text"), offset: z.number().int().min(0), text: z.string() }),
  eventItemSchema,
  z.object({ kind: z.literal("result"), result: agentTurnResultSchema }),
  z.object({ kind: z.literal("failure"), failure: errorBodySchema }),
]);
