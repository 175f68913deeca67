import { createParser } from "eventsource-parser";
import { type Fields, isFields } from "./call-content.ts";

/** Reads the usage in an answer while its bytes pass. */
export interface AnswerReader {
  readonly push: (bytes: Uint8Array) => void;
  /** Returns the answer's fields, or null while it is not complete. */
  readonly answer: () => Fields | null;
}

export function jsonReader(): AnswerReader {
  const decoder = new TextDecoder();
  let text = "";
  return {
    push: (bytes) => {
      text += decoder.decode(bytes, { stream: true });
    },
    answer: () => parse(text),
  };
}

/** Reads the events of chat completions, responses and messages. */
export function eventReader(): AnswerReader {
  const decoder = new TextDecoder();
  let answer: Fields = {};
  let isComplete = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      isComplete ||= data === "[DONE]";
      const event = parse(data);
      if (event === null) return;
      const { type, message, response, usage } = event;
      // Anthropic counts the input first, and the output at the end.
      if (type === "message_start" && isFields(message)) answer = message;
      else if (type === "message_delta" && isFields(usage))
        answer = { ...answer, usage: merged(answer["usage"], usage) };
      else if (
        /^response\.(?:completed|incomplete|failed)$/.test(String(type)) &&
        isFields(response)
      ) {
        answer = response;
        isComplete = true;
      } else if (type === "message_stop") isComplete = true;
      else if (type === undefined && isFields(usage)) answer = event;
    },
  });
  return {
    push: (bytes) => parser.feed(decoder.decode(bytes, { stream: true })),
    answer: () => (isComplete ? answer : null),
  };
}

function merged(first: unknown, last: Fields): Fields {
  const counted = Object.entries(last).filter(([, value]) => value != null);
  return { ...(isFields(first) ? first : {}), ...Object.fromEntries(counted) };
}

export function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
