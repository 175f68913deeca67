const cutMark = "\n[output cut here]\n";

/**
 * Returns the first `maximumBytes` bytes of a command's output as well-formed text. Invalid UTF-8
 * is replaced, and a truncated output ends at a character boundary, followed by a mark.
 *
 * @example
 * cutOutput(chunks, 65_536);
 */
export function cutOutput(output: string | Uint8Array, maximumBytes: number): string {
  const bytes = typeof output === "string" ? new TextEncoder().encode(output) : output;
  const isWhole = bytes.length <= maximumBytes;
  // A leading byte order mark is part of the output.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // Streaming drops the bytes of an incomplete last character.
  const kept = decoder.decode(bytes.subarray(0, maximumBytes), { stream: !isWhole });
  return isWhole ? kept : `${kept}${cutMark}`;
}
