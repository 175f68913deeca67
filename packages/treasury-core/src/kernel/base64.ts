/** More arguments of one call could exceed the stack. */
const bytesInCall = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let begin = 0; begin < bytes.length; begin += bytesInCall) {
    binary += charactersOf(bytes.subarray(begin, begin + bytesInCall));
  }
  return btoa(binary);
}

/** The form for addresses, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Reads the form for addresses as well. By index, because an iteration blocks a process for a second
 * at 8 MiB.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Without a spread, which iterates. */
function charactersOf(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, bytes);
}
