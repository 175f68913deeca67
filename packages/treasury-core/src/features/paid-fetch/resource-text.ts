/**
 * Decodes bytes as UTF-8. Null if they are not, or have U+0000, which texts do not contain.
 *
 * @param isTruncated whether the last character may be incomplete.
 */
export function utf8TextOf(body: Uint8Array, isTruncated: boolean): string | null {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const text = decoder.decode(body, { stream: isTruncated });
    return text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}
