import type { ModelCall } from "@agent-treasury/provider";
import {
  cleanText,
  storableText,
  withoutForm,
  type MarkupCall,
  type MarkupMalformed,
  defaultMarkupLimits,
  maxNameCharacters,
  maxSourceCharacters,
  type MarkupLimits,
  readCall,
} from "@agent-treasury/tool-call-markup";

const { maxCalls, maxBodyCharacters } = defaultMarkupLimits;

const reasons = {
  cut: "Your answer was cut before this call was known to be whole, so it was not run. Make it again, in a shorter answer.",
  tooMany: `An answer may hold at most ${maxCalls} calls; this call was not run. Make it in your next answer.`,
  tooLarge: `The arguments of this call are too large: at most ${maxBodyCharacters} characters. Send less at a time.`,
};

const maximumIdCharacters = 256;
/** What a call counts for beside its texts, so that their number is bounded as well. */
const charactersBesideTexts = 64;

/** The native calls of one answer as they come, made fit to be kept and to be sent back. */
export class NativeCalls {
  readonly calls: ModelCall[] = [];
  readonly #ids: Set<string> = new Set();

  /** Adds a call, unless it is longer than what is left; returns how much of that it takes. */
  add(call: ModelCall, left: number): number {
    const size = charactersBesideTexts + call.name.length + call.arguments.length;
    if (size > left) return left;
    const name = cleanText(call.name).slice(0, maxNameCharacters);
    this.calls.push({ id: this.#idOf(call), name, arguments: storableText(call.arguments) });
    return size;
  }

  /** The provider's own id, as long as it tells the call apart and can be sent back. */
  #idOf({ id }: ModelCall): string {
    const isGood = /^[\x21-\x7e]+$/.test(id) && id.length <= maximumIdCharacters;
    const own = isGood && !this.#ids.has(id) ? id : `call_${this.#ids.size + 1}_of_this_answer`;
    this.#ids.add(own);
    return own;
  }
}

/**
 * Reads the calls that a model made by its provider's own means as those of the markup are read: by the
 * same limits, into the same events.
 *
 * @param isCut - the answer did not end by itself; its last call may be the beginning of another one
 */
export function readNativeCalls(
  calls: readonly ModelCall[],
  isCut: boolean,
): readonly (MarkupCall | MarkupMalformed)[] {
  return calls.map((call, index) => {
    if (index >= maxCalls) return malformed(call, reasons.tooMany);
    if (isCut && index === calls.length - 1) return malformed(call, reasons.cut);
    return readNativeCall(call, defaultMarkupLimits);
  });
}

function readNativeCall(call: ModelCall, limits: MarkupLimits): MarkupCall | MarkupMalformed {
  if (call.arguments.length > limits.maxBodyCharacters) return malformed(call, reasons.tooLarge);
  const { call: read, reason } = readCall({ name: call.name, arguments: call.arguments }, limits);
  return read ?? malformed(call, withoutForm(reason));
}

function malformed({ name, arguments: text }: ModelCall, reason: string): MarkupMalformed {
  const source = `${name.slice(0, maxNameCharacters)} ${text}`.slice(0, maxSourceCharacters);
  return { kind: "malformed", reason, source };
}
