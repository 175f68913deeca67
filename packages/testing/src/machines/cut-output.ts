const cutMark = "\n[output cut here]\n";

/** Keeps the first bytes of a text, without ending within a character, and marks where it was cut. */
export function cutOutput(text: string, maximumBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maximumBytes) return text.toWellFormed();
  // Streaming leaves out the bytes of a character that the cut went through.
  const kept = new TextDecoder().decode(bytes.subarray(0, maximumBytes), { stream: true });
  return `${kept}${cutMark}`;
}
