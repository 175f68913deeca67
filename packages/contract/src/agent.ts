import * as z from "zod";
import { agentEventSchema, eventItemSchema } from "./agent-events.ts";
import { requestLimits } from "./defaults.ts";
import { errorBodySchema } from "./error-body.ts";
import { eventId, filledProse, mustBe, prose, text, turnId, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { treasuryStateSchema } from "./treasury.ts";

export const tokenUsageSchema = responseShape(
  "TokenUsage",
  "Token usage as the model provider reports it.",
  z.object({
    inputTokens: z.number().describe("Tokens in all requests to the model."),
    outputTokens: z.number().describe("Tokens in all responses of the model."),
  }),
);
export interface TokenUsage extends z.infer<typeof tokenUsageSchema> {}

const resultTurnId = z.string().describe("Turn id, used to resume, read or follow the turn.");

export const agentTurnResultSchema = responseShape(
  "AgentTurnResult",
  "The result of a turn.",
  z.object({
    turnId: resultTurnId,
    events: z.array(agentEventSchema).describe("All events of the turn, in order."),
    assistant: z.string().describe("The agent's final message."),
    awaitingApproval: z.boolean().describe("True if a spend of this turn needs approval."),
    usage: tokenUsageSchema
      .nullable()
      .describe("Token usage of this turn; null if the model provider does not report it."),
    state: treasuryStateSchema.describe("The treasury after the turn."),
  }),
);
export interface AgentTurnResult extends z.infer<typeof agentTurnResultSchema> {}

export const turnStartItemSchema = responseShape(
  "TurnStartItem",
  "The first item of a stream: the turn that it belongs to.",
  z.object({ kind: z.literal("turn"), turnId: resultTurnId }),
);
export interface TurnStartItem extends z.infer<typeof turnStartItemSchema> {}

export const textItemSchema = responseShape(
  "TextItem",
  "A piece of the model's response while it is generated, without tool calls and reasoning. It is not stored. The events and the result have the final text.",
  z.object({
    kind: z.literal("text"),
    offset: z
      .number()
      .int()
      .min(0)
      .describe(
        "Number of characters before this piece. 0 starts a new response, which replaces the text shown so far.",
      ),
    text: z.string().describe("Text of this piece."),
  }),
);
export interface TextItem extends z.infer<typeof textItemSchema> {}

export const resultItemSchema = responseShape(
  "ResultItem",
  "The last item of a stream: the turn finished, or it needs approval.",
  z.object({
    kind: z.literal("result"),
    result: agentTurnResultSchema.describe("The response of `POST /agent` without a stream."),
  }),
);
export interface ResultItem extends z.infer<typeof resultItemSchema> {}

export const failureItemSchema = responseShape(
  "FailureItem",
  "The last item of a stream that failed. A turn failed before a tool changed anything.",
  z.object({
    kind: z.literal("failure"),
    failure: errorBodySchema.describe("The error response without a stream."),
  }),
);
export interface FailureItem extends z.infer<typeof failureItemSchema> {}

export const turnStreamItemSchema = responseShape(
  "TurnStreamItem",
  "One item of a turn's stream, discriminated by `kind`.",
  z.union([
    turnStartItemSchema,
    textItemSchema,
    eventItemSchema,
    resultItemSchema,
    failureItemSchema,
  ]),
);
export type TurnStreamItem = z.infer<typeof turnStreamItemSchema>;

export const turnEventsSchema = responseShape(
  "TurnEvents",
  "Response of `GET /agent/turns/{id}/events` without a stream.",
  z.object({
    turnId: z.string().describe("Turn id."),
    status: z
      .enum(["running", "waiting", "done"])
      .describe(
        "`waiting`: needs approval. `running`: includes a turn that will be resumed after a crash.",
      ),
    events: z.array(eventItemSchema).describe("Events after the one in `after`, in order."),
  }),
);
export interface TurnEvents extends z.infer<typeof turnEventsSchema> {}

export const chatMessageSchema = requestShape(
  "ChatMessage",
  "An earlier message of the conversation.",
  z.object(
    {
      role: z
        .enum(["user", "assistant"], { error: mustBe("`user` or `assistant`") })
        .describe("Author of the message."),
      content: prose(requestLimits.messageCharacters).describe(
        "Text of the message. It cannot approve a spend.",
      ),
    },
    { error: mustBe("an object with `role` and `content`") },
  ),
);
export interface ChatMessage extends z.input<typeof chatMessageSchema> {}

export const contextDocumentSchema = requestShape(
  "ContextDocument",
  "A document that the app passes with a message, such as a mail or a web page.",
  z.object(
    {
      title: text(requestLimits.contextTitleCharacters)
        .optional()
        .describe("Name of the document, for the model."),
      content: prose(requestLimits.messageCharacters).describe(
        "Text of the document. It is information for the model, never an instruction, and names no payee.",
      ),
    },
    { error: mustBe("an object with `content`") },
  ),
);
export interface ContextDocument extends z.input<typeof contextDocumentSchema> {}

export const turnRequestSchema = requestShape(
  "TurnRequest",
  "Body of `POST /agent`.",
  z.object({
    workspaceId,
    message: filledProse(requestLimits.messageCharacters).describe("Instruction for the agent."),
    history: z
      .array(chatMessageSchema, { error: mustBe("a list of messages") })
      .max(requestLimits.historyMessages, {
        error: `must have at most ${requestLimits.historyMessages} messages`,
      })
      .default([])
      .describe("Earlier messages, oldest first."),
    context: z
      .array(contextDocumentSchema, { error: mustBe("a list of documents") })
      .max(requestLimits.contextDocuments, {
        error: `must have at most ${requestLimits.contextDocuments} documents`,
      })
      .refine(
        (documents) =>
          documents.reduce((sum, { content }) => sum + content.length, 0) <=
          requestLimits.contextCharacters,
        { error: `must have at most ${requestLimits.contextCharacters} characters in all` },
      )
      .optional()
      .describe(
        "Documents that others wrote. Pass them here and not in `message`, because only the message names payees.",
      ),
  }),
);
export interface TurnRequest extends z.input<typeof turnRequestSchema> {}

export const resumeRequestSchema = requestShape(
  "ResumeRequest",
  "Body of `POST /agent/resume`.",
  z.object({ workspaceId, turnId: turnId.describe("Turn to resume.") }),
);
export interface ResumeRequest extends z.input<typeof resumeRequestSchema> {}

export const turnEventsRequestSchema = requestShape(
  "TurnEventsRequest",
  "Path and query of `GET /agent/turns/{id}/events`.",
  z.object({
    workspaceId,
    id: turnId,
    after: eventId
      .optional()
      .describe("Id of the last received event. Omit it to read all events."),
  }),
);
export interface TurnEventsRequest extends z.input<typeof turnEventsRequestSchema> {}

/** Errors of every request that runs a turn. */
export const turnErrors = [
  "turn_in_progress",
  "frozen",
  "too_many_turns",
  "token_budget_exceeded",
  "model_not_connected",
  "model_failed",
  "turn_failed",
] as const;

/** Turns of the agent. */
export const agentRoutes = {
  runTurn: {
    method: "POST",
    path: "/agent",
    summary: "Run one turn of the agent",
    description:
      "Runs the agent until it answers or its spends need approval, then returns the result. With `text/event-stream` in `Accept`, sends each event as it happens. A turn continues if the caller disconnects.",
    tag: "agent",
    access: "authorize",
    input: turnRequestSchema,
    output: agentTurnResultSchema,
    stream: turnStreamItemSchema,
    resumable: true,
    idempotencyKey: true,
    errors: turnErrors,
  },
  resumeTurn: {
    method: "POST",
    path: "/agent/resume",
    summary: "Resume a turn that has no pending proposals",
    description:
      "Continues a turn whose spends are decided. The response is that of `POST /agent`.",
    tag: "agent",
    access: "authorize",
    input: resumeRequestSchema,
    output: agentTurnResultSchema,
    stream: turnStreamItemSchema,
    resumable: true,
    errors: ["turn_not_found", ...turnErrors],
  },
  readTurnEvents: {
    method: "GET",
    path: "/agent/turns/{id}/events",
    summary: "Read the events of a turn",
    description:
      "Streams the events of a turn, or returns those so far. `Last-Event-ID` resumes after an event.",
    tag: "agent",
    access: "authorize",
    input: turnEventsRequestSchema,
    output: turnEventsSchema,
    stream: turnStreamItemSchema,
    resumable: true,
    errors: ["turn_not_found", "turn_failed"],
  },
} as const satisfies RouteDeclarations;
