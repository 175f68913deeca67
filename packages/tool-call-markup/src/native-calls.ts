import type { ModelCall } from "@agent-treasury/provider";
import { cleanText, storableText } from "./clean-text.ts";
import { withoutForm } from "./malformed-reason.ts";
import type { MarkupCall, MarkupMalformed } from "./markup-event.ts";
import {
  defaultMarkupLimits,
  type MarkupLimits,
  maxNameCharacters,
  maxSourceCharacters,
} from "./markup-limits.ts";
import { readCall } from "./read-call.ts";

const { maxCalls, maxBodyCharacters } = defaultMarkupLimits;

const reasons = {
  cut: "Your answer was cut, so this call may be incomplete and was not run. Repeat it in a shorter answer.",
  tooMany: `An answer may contain at most ${maxCalls} calls. This call was not run. Repeat it in your next answer.`,
  tooLarge: `The arguments of this call are too large. The limit is ${maxBodyCharacters} characters. Send less at a time.`,
};

const maximumIdCharacters = 256;
/** Added per call, to limit the number of calls as well. */
const charactersBesideTexts = 64;

/** Converts native calls to a form that can be stored and sent back. */
export class NativeCalls {
  readonly calls: ModelCall[] = [];
  readonly #ids: Set<string> = new Set();

  /** Returns the number of characters used. Skips a call that exceeds `left`. */
  add(call: ModelCall, left: number): number {
    const size = charactersBesideTexts + call.name.length + call.arguments.length;
    if (size > left) return left;
    const name = cleanText(call.name).slice(0, maxNameCharacters);
    this.calls.push({ id: this.#idOf(call), name, arguments: storableText(call.arguments) });
    return size;
  }

  /** Replaces provider ids that are not unique or cannot be sent back. */
  #idOf({ id }: ModelCall): string {
    const isGood = /^[\x21-\x7e]+$/.test(id) && id.length <= maximumIdCharacters;
    const own = isGood && !this.#ids.has(id) ? id : `call_${this.#ids.size + 1}_of_this_answer`;
    this.#ids.add(own);
    return own;
  }
}

/** Applies the limits of calls in markup. `isCut`: the last call may be incomplete. */
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
