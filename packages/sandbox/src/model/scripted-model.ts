import {
  isTreasuryError,
  type LanguageModel,
  type ModelPart,
  type ModelRequest,
  type ModelUsage,
  systemClock,
  TreasuryError,
} from "@agent-treasury/provider";
import { directiveAnswer } from "./directive-answer.ts";

/** Writes the answer to the call of that index, the first being 0. What it throws fails the call. */
export type WriteAnswer = (request: ModelRequest, callIndex: number) => string | Promise<string>;

/** How the scripted model answers. */
export interface ScriptedModelOptions {
  /**
   * A fixed script instead of directives: the answers in the order of the calls, or what writes them.
   * A call beyond the script fails.
   */
  readonly answers?: readonly string[] | WriteAnswer;
  /** Milliseconds before each piece of an answer; none by default. */
  readonly delayMs?: number;
  /** What each call says it used; nothing by default, since nothing was counted. */
  readonly usage?: ModelUsage;
}

/** A stand-in for a language model, and what it was asked. */
export interface ScriptedModel extends LanguageModel {
  /** The newest hundred requests, oldest first. */
  readonly requests: readonly ModelRequest[];
}

const pieceCharacters = 16;
const maximumRequestsKept = 100;

/**
 * A stand-in for a language model that follows plain directives ("buy pencils from Acme for $12",
 * "run `ls`", "how much is left", joined by "then") and says in every answer what it is.
 *
 * Given `answers`, it gives those instead, for tests.
 *
 * @example
 * const model = scriptedModel({ answers: ["Nothing to do."] });
 */
export function scriptedModel(options: ScriptedModelOptions = {}): ScriptedModel {
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

/** Word by word, as people read. */
function wordsOf(answer: string): readonly string[] {
  return answer.split(/(?<=\s)(?=\S)/u).flatMap(piecesOf);
}

function piecesOf(answer: string): readonly string[] {
  // By characters rather than units, so that no piece ends within one.
  const characters = Array.from(answer);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += pieceCharacters) {
    pieces.push(characters.slice(start, start + pieceCharacters).join(""));
  }
  return pieces;
}
