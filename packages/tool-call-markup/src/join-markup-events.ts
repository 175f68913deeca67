import type { MarkupEvent } from "./markup-event.ts";

/**
 * Joins neighbouring text and neighbouring thought, and converts text that turned out to be
 * thought. The result does not depend on how the answer was split.
 */
export function joinMarkupEvents(events: Iterable<MarkupEvent>): MarkupEvent[] {
  const all = [...events];
  const thoughtEnd = all.findLastIndex(isThoughtEnd);
  const joined: MarkupEvent[] = [];
  let kind: "text" | "thought" = "text";
  let parts: string[] = [];
  const endRun = (): void => {
    const text = parts.join("");
    parts = [];
    if (text !== "") joined.push({ kind, text });
  };
  for (const [index, event] of all.entries()) {
    if (event.kind === "call" || event.kind === "malformed") {
      endRun();
      joined.push(event);
      continue;
    }
    const eventKind = index < thoughtEnd ? "thought" : event.kind;
    if (eventKind !== kind) endRun();
    kind = eventKind;
    parts.push(event.text);
  }
  endRun();
  return joined;
}

function isThoughtEnd(event: MarkupEvent): boolean {
  return event.kind === "thought" && event.textBeforeWasThought === true;
}
