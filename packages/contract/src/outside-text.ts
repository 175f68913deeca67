/** Text from outside, normalised, and the reason to reject it where it must be what a reader sees. */
export interface OutsideText {
  /** Well-formed, without U+0000 and without bidirectional controls. */
  readonly text: string;
  /** What the original has that no name may have; null for nothing. */
  readonly flaw: "U+0000" | "bidirectional controls" | "control characters" | null;
}

/** They change the order in which a reader sees the characters around them. */
const bidirectional = /\p{Bidi_Control}/u;
const everyBidirectional = /\p{Bidi_Control}/gu;
/** The controls of ASCII and Latin-1, except tab, line feed and carriage return. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Reads text that came from outside: a request, a model, a processor, a machine host, a setting. Names
 * and texts that an approver decides by are rejected when they have a `flaw`; prose continues as `text`.
 */
export function readOutsideText(value: string): OutsideText {
  const hasNul = value.includes("\u0000");
  const hasBidirectional = bidirectional.test(value);
  let text = value.toWellFormed();
  if (hasNul) text = text.replaceAll("\u0000", "\ufffd");
  if (hasBidirectional) text = text.replace(everyBidirectional, "");
  return { text, flaw: flawOf(value, hasNul, hasBidirectional) };
}

function flawOf(value: string, hasNul: boolean, hasBidirectional: boolean): OutsideText["flaw"] {
  if (hasNul) return "U+0000";
  if (hasBidirectional) return "bidirectional controls";
  return control.test(value) ? "control characters" : null;
}
