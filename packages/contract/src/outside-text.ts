/** Untrusted text after normalisation, and its first forbidden character, if any. */
export interface OutsideText {
  /** The text in well-formed Unicode, without U+0000 and bidirectional controls. */
  readonly text: string;
  /** The kind of character that is forbidden in names; null if the original has none. */
  readonly flaw: "U+0000" | "bidirectional controls" | "control characters" | null;
}

/** These characters reorder the text around them, so that an approver would read another text. */
const bidirectional = /\p{Bidi_Control}/u;
const everyBidirectional = /\p{Bidi_Control}/gu;
/** The controls of ASCII and Latin-1, except tab, line feed and carriage return. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** Most texts. One pass takes half the time of the four others. */
const plain = /^[\t\n\r -~]*$/;

/**
 * Normalises untrusted text from a request, a model, a processor, a machine host or a setting. Callers
 * reject names and texts for approvers that have a `flaw`, and use `text` for messages.
 */
export function readOutsideText(value: string): OutsideText {
  if (plain.test(value)) return { text: value, flaw: null };
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
