import type { JsonObject } from "@agent-treasury/provider";

/** An expected event. Part of a malformed event's reason is enough. */
export type ExpectedEvent =
  | { readonly kind: "text" | "thought"; readonly text: string }
  | { readonly kind: "call"; readonly name: string; readonly arguments: JsonObject }
  | { readonly kind: "malformed"; readonly reasonPart: string; readonly source: string | null };

export type MarkupCase = readonly [title: string, input: string, events: readonly ExpectedEvent[]];

export function text(content: string): ExpectedEvent {
  return { kind: "text", text: content };
}

export function thought(content: string): ExpectedEvent {
  return { kind: "thought", text: content };
}

export function call(name: string, given: JsonObject = {}): ExpectedEvent {
  return { kind: "call", name, arguments: given };
}

export function malformed(reasonPart: string, source: string | null = null): ExpectedEvent {
  return { kind: "malformed", reasonPart, source };
}
