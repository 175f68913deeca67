import type { JsonObject } from "@agent-treasury/provider";

/** What a case expects; of a malformed event's reason a part is enough. */
export type ExpectedEvent =
  | { readonly kind: "text" | "thought"; readonly text: string }
  | { readonly kind: "call"; readonly name: string; readonly arguments: JsonObject }
  | { readonly kind: "malformed"; readonly reasonPart: string; readonly source: string | null };

/** What it shows, what the model wrote, and the joined events. */
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
