/** A part of the content of an answer. */
export interface ContentPart {
  readonly kind: "text" | "reasoning" | "refusal" | "other";
  readonly text: string;
}

/** Reads content as a text, or as a list of parts as Mistral's reasoning models send it. */
export function contentParts(content: unknown): readonly ContentPart[] {
  if (typeof content === "string") return [{ kind: "text", text: content }];
  return Array.isArray(content) ? content.map(contentPart) : [];
}

function contentPart(part: unknown): ContentPart {
  const { type, text, thinking, refusal } = fieldsOf(part);
  if (type === "text" && typeof text === "string") return { kind: "text", text };
  if (type === "refusal" && typeof refusal === "string") return { kind: "refusal", text: refusal };
  if (type !== "thinking") return { kind: "other", text: "" };
  const thoughts: readonly unknown[] = Array.isArray(thinking)
    ? thinking.map((thought) => fieldsOf(thought)["text"])
    : [thinking];
  const texts = thoughts.filter((thought) => typeof thought === "string");
  return { kind: "reasoning", text: texts.join("") };
}

/** A server may send anything here. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}
