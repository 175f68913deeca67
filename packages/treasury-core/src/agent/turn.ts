import type { AgentTurnResult, ChatMessage, Proposal } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError } from "../errors.ts";
import type { LanguageModel, ModelMessage } from "../ports/language-model.ts";
import { redact } from "../redact.ts";
import type { Engine } from "../treasury/engine.ts";
import { readTreasury } from "../treasury/operations/read-treasury.ts";
import type { MarkupCall, MarkupMalformed } from "./markup/markup-event.ts";
import { toolResponse } from "./markup/tool-response.ts";
import { openConversation } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";
import { type ToolOutcome, type TurnTool, refuseCall } from "./tools/turn-tool.ts";
import type { AgentSettings } from "./turn-settings.ts";
import { TurnTrace } from "./turn-trace.ts";

/** A directive, and what came before it. */
export interface TurnInput {
  readonly turnId: string;
  readonly workspaceId: string;
  readonly message: string;
  readonly history: readonly ChatMessage[];
}

/** How a turn ended. */
interface TurnEnding {
  readonly assistant: string;
  readonly awaitingApproval: boolean;
}

/**
 * One turn: the model answers, its calls run in order, their answers go back to it, until it calls
 * nothing more, a spend waits for a person, or a bound is reached.
 */
export class Turn {
  readonly #engine: Engine;
  readonly #settings: AgentSettings;
  readonly #model: LanguageModel;
  readonly #tools: ReadonlyMap<string, TurnTool>;
  readonly #input: TurnInput;
  readonly #signal: AbortSignal;
  readonly #trace: TurnTrace;
  readonly #waiting: Proposal[] = [];
  /** Whether anything happened that the caller must hear of even if the turn fails. */
  #hasEffects = false;
  #calls = 0;

  constructor(
    engine: Engine,
    settings: AgentSettings & { readonly model: LanguageModel },
    tools: readonly TurnTool[],
    input: TurnInput,
    signal: AbortSignal,
  ) {
    this.#engine = engine;
    this.#settings = settings;
    this.#model = settings.model;
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#input = input;
    this.#signal = signal;
    this.#trace = new TurnTrace(engine.clock);
  }

  /** Runs to the end. Rejects only if nothing happened: money that moved is never hidden by an error. */
  async run(): Promise<AgentTurnResult> {
    const ending = await this.#runToEnding();
    const { turnId, workspaceId } = this.#input;
    const state = await readTreasury(this.#engine, workspaceId);
    return { turnId, events: this.#trace.events, ...ending, usage: null, state };
  }

  async #runToEnding(): Promise<TurnEnding> {
    try {
      return await this.#loop();
    } catch (error) {
      const failure = this.#failureOf(error);
      if (!this.#hasEffects) throw failure;
      // The caller gets a result, so nobody else would tell the deployment.
      this.#engine.report(error);
      const message = `${redact(failure.message)} What was done before stays done.`;
      this.#trace.add({ kind: "error", message });
      return {
        assistant: `The turn broke off: ${message}`,
        awaitingApproval: this.#waiting.length > 0,
      };
    }
  }

  async #loop(): Promise<TurnEnding> {
    const { message, history } = this.#input;
    const { instructions, limits } = this.#settings;
    const messages = openConversation([...this.#tools.values()], instructions, history, message);
    for (let step = 0; step < limits.steps; step += 1) {
      const ending = await this.#step(messages);
      if (ending !== null) return ending;
    }
    const problem = `The turn reached its limit of ${limits.steps} steps.`;
    this.#trace.add({ kind: "error", message: problem });
    return { assistant: `${problem} Ask again to go on.`, awaitingApproval: false };
  }

  /** One answer of the model and what it calls for; null when the turn goes on. */
  async #step(messages: ModelMessage[]): Promise<TurnEnding | null> {
    const { outputTokens } = this.#settings.limits;
    const answer = await readAnswer(this.#model, messages, outputTokens, this.#signal);
    const prose: string[] = [];
    const responses: string[] = [];
    for (const event of answer.markup) {
      if (event.kind === "text") prose.push(event.text);
      else if (event.kind === "thought")
        this.#trace.add({ kind: "thought", text: event.text.trim() });
      else responses.push(await this.#respond(event));
    }
    const said = prose.join("").trim();
    if (answer.cut)
      this.#trace.add({ kind: "error", message: "The model's answer was cut at its limit." });
    if (responses.length === 0)
      return { assistant: said || "The agent had nothing to say.", awaitingApproval: false };
    if (this.#waiting.length > 0)
      return { assistant: said || this.#waitingNotice(), awaitingApproval: true };
    if (said !== "") this.#trace.add({ kind: "thought", text: said });
    messages.push(
      { role: "assistant", content: answer.text },
      { role: "user", content: responses.join("\n") },
    );
    return null;
  }

  /** Runs a call, or says what was wrong with it; the answer as the model will read it. */
  async #respond(event: MarkupCall | MarkupMalformed): Promise<string> {
    if (event.kind === "malformed") {
      this.#trace.add({ kind: "error", message: `A tool call could not be read: ${event.reason}` });
      return toolResponse("error", { error: event.reason });
    }
    this.#signal.throwIfAborted();
    this.#calls += 1;
    const callId = `${this.#input.turnId}.${this.#calls}`;
    const { name } = event;
    this.#trace.add({ kind: "tool_call", callId, tool: name, arguments: { ...event.arguments } });
    const outcome = await this.#runTool(event, callId);
    this.#trace.add({
      kind: "tool_result",
      callId,
      tool: name,
      ok: outcome.ok,
      result: outcome.content,
    });
    if (outcome.proposal !== undefined) this.#note(outcome.proposal);
    return toolResponse(name, outcome.content);
  }

  async #runTool(call: MarkupCall, callId: string): Promise<ToolOutcome> {
    const tool = this.#tools.get(call.name);
    if (tool === undefined) {
      const names = [...this.#tools.keys()].join(", ");
      return refuseCall(`There is no tool ${JSON.stringify(call.name)}. The tools are: ${names}.`);
    }
    const { workspaceId, turnId } = this.#input;
    const hadEffects = this.#hasEffects;
    // From here on it may have happened, whatever is thrown.
    if (tool.effect === "write") this.#hasEffects = true;
    const idempotencyKey = callId;
    const context = { workspaceId, turnId, callId, idempotencyKey, signal: this.#signal };
    const outcome = await tool.run(call.arguments, context);
    if (outcome.nothingHappened) this.#hasEffects = hadEffects;
    return outcome;
  }

  #note(proposal: Proposal): void {
    const proposalId = proposal.id;
    this.#trace.add({ kind: "proposal", proposalId, proposal });
    if (proposal.status !== "pending") return;
    this.#waiting.push(proposal);
    this.#trace.add({ kind: "awaiting_approval", proposalId });
  }

  #waitingNotice(): string {
    const spends = this.#waiting.map(({ amountUsd, vendor }) => `${amountUsd} USD to ${vendor}`);
    return `Waiting for a person to decide: ${spends.join("; ")}.`;
  }

  #failureOf(error: unknown): TreasuryError {
    if (this.#signal.aborted) {
      const reason: unknown = this.#signal.reason;
      return isTreasuryError(reason)
        ? reason
        : new TreasuryError("turn_failed", "The caller went away, and the turn was stopped.");
    }
    if (isTreasuryError(error)) return error;
    return new TreasuryError("turn_failed", "The turn failed unexpectedly.", { cause: error });
  }
}
