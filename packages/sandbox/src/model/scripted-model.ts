import {
  isTreasuryError,
  type LanguageModel,
  type ModelPart,
  type ModelRequest,
  type ModelUsage,
  systemClock,
  TreasuryError,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { directiveAnswer } from "./directive-answer.ts";

/** Returns the answer to a call, counted from 0. An error fails the call. */
export type WriteAnswer = (request: ModelRequest, callIndex: number) => string | Promise<string>;

export interface ScriptedModelOptions {
  /**
   * A fixed script instead of instructions: answers in order of the calls, or a function. A call
   * beyond the script fails.
   */
  readonly answers?: readonly string[] | WriteAnswer;
  /** Milliseconds before each piece of an answer; 0 by default. */
  readonly delayMs?: number;
  /** The reported usage of each call; zero by default. */
  readonly usage?: ModelUsage;
}

export interface ScriptedModel extends LanguageModel {
  /** The newest hundred requests, oldest first. */
  readonly requests: readonly ModelRequest[];
}

const pieceCharacters = 16;
const maximumRequestsKept = 100;

const optionNames: NamesOf<ScriptedModelOptions> = { answers: true, delayMs: true, usage: true };

/**
 * A stand-in for a language model. It follows plain instructions ("buy pencils from Acme for $12",
 * "run `ls`", "how much is left", joined by "then") and identifies itself in every answer. With
 * `answers` it returns those instead.
 *
 * @example const model = scriptedModel({ answers: ["Nothing to do."] });
 */
export function scriptedModel(options: ScriptedModelOptions = {}): ScriptedModel {
  checkOptions("scriptedModel", options, optionNames);
  const { answers, delayMs = 0, usage = null } = options;
  const requests: ModelRequest[] = [];
  const cut = answers === undefined ? wordsOf : piecesOf;
  let calls = 0;
  const write: WriteAnswer =
    answers === undefined ? ({ messages }) => directiveAnswer(messages) : writerOf(answers);
  return {
    specificationVersion: "1",
    provider: "scripted",
    modelId: answers === undefined ? "scripted-directives" : "scripted-answers",
    requests,
    async *stream(request): AsyncGenerator<ModelPart> {
      request.signal.throwIfAborted();
      requests.push(request);
      if (requests.length > maximumRequestsKept) requests.shift();
      const callIndex = calls;
      calls += 1;
      const answer = await written(write, request, callIndex);
      for (const text of cut(answer)) {
        request.signal.throwIfAborted();
        if (delayMs > 0) await systemClock.sleep(delayMs, request.signal);
        yield { kind: "text", text };
      }
      request.signal.throwIfAborted();
      yield { kind: "finish", reason: "stop", usage };
    },
  };
}

function writerOf(answers: readonly string[] | WriteAnswer): WriteAnswer {
  if (typeof answers === "function") return answers;
  return (_request, callIndex) => {
    const answer = answers[callIndex];
    if (answer !== undefined) return answer;
    throw new TreasuryError(
      "model_failed",
      `The script has ${answers.length} answers and none for call ${callIndex + 1}.`,
    );
  };
}

async function written(write: WriteAnswer, request: ModelRequest, callIndex: number) {
  try {
    return await write(request, callIndex);
  } catch (error) {
    if (isTreasuryError(error) || request.signal.aborted) throw error;
    throw new TreasuryError("model_failed", "The scripted model's script failed.", {
      cause: error,
    });
  }
}

function wordsOf(answer: string): readonly string[] {
  return answer.split(/(?<=\s)(?=\S)/u).flatMap(piecesOf);
}

function piecesOf(answer: string): readonly string[] {
  // By characters rather than UTF-16 units, so that no piece ends within a character.
  const characters = Array.from(answer);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += pieceCharacters) {
    pieces.push(characters.slice(start, start + pieceCharacters).join(""));
  }
  return pieces;
}
