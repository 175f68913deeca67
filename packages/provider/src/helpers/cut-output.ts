const cutMark = "\n[output cut here]\n";

/**
 * What a machine host answers of a command's output: its first bytes as well-formed text, in which
 * bytes that are not UTF-8 are replaced, without ending within a character, and a mark where it was cut.
 *
 * @example
 * cutOutput(chunks, 65_536);
 */
export function cutOutput(output: string | Uint8Array, maximumBytes: number): string {
  const bytes = typeof output === "string" ? new TextEncoder().encode(output) : output;
  const isWhole = bytes.length <= maximumBytes;
  // A mark of the byte order at the beginning is part of what was printed.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // Streaming leaves out the bytes of a character that the cut went through.
  const kept = decoder.decode(bytes.subarray(0, maximumBytes), { stream: !isWhole });
  return isWhole ? kept : `${kept}${cutMark}`;
}
