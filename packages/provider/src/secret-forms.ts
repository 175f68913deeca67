const redacted = "[redacted]";
/** This many consecutive characters of a secret are treated as the secret. */
const telling = 8;
/** Masked secrets show their beginning or end. */
const masked = /\*{3}|•{3}|\.{3}|…/;
const word = /[^\s"'`]+/g;
const shownOfMasked = 3;

/**
 * Redacts exact occurrences. If a secret occurs encoded, split, truncated, reversed or in another
 * case, replaces the whole text.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .reduce((clean, secret) => withoutSecret(clean, secret), text);
}

function withoutSecret(text: string, secret: string): string {
  const exact = text
    .replaceAll(secret, redacted)
    .replace(word, (found) => (isMasked(found, secret) ? redacted : found));
  const [plain, decoded] = [squashed(exact), squashed(decode(decode(exact)))];
  const isIn = formsOf(secret).some((form) => holds(plain, form) || holds(decoded, form));
  return isIn ? redacted : exact;
}

function isMasked(found: string, secret: string): boolean {
  const [begin, end] = [secret.slice(0, shownOfMasked), secret.slice(-shownOfMasked)];
  if (secret.length < telling || !masked.test(found)) return false;
  return found.includes(begin) || found.includes(end);
}

/** Only letters and digits, so that separators inside a secret are ignored. */
function squashed(text: string): string {
  return text.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

function formsOf(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const reversed = Array.from(secret).toReversed().join("");
  return [secret, reversed, hex, ...base64FormsOf(bytes)].map(squashed);
}

/**
 * One form for each position of the secret within a group of three bytes, without the varying first
 * and last characters.
 */
function base64FormsOf(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = String.fromCharCode(...new Uint8Array(before), ...bytes);
    return (
      btoa(text)
        // oxlint-disable-next-line treasury/linear-patterns -- A secret of the deployment.
        .replace(/=+$/, "")
        .slice(before === 0 ? 0 : before + 1, -1)
    );
  });
}

function holds(text: string, form: string): boolean {
  for (let start = 0; start + telling <= form.length; start += 1) {
    if (text.includes(form.slice(start, start + telling))) return true;
  }
  return false;
}

/** Decodes the escapes of URLs, JSON, JavaScript and HTML. */
function decode(text: string): string {
  return text
    .replace(/(?:%|\\x|\\u00)([0-9a-f]{2})/gi, (_all, hex: string) => fromHex(hex))
    .replace(/&#x0*([0-9a-f]{2});/gi, (_all, hex: string) => fromHex(hex))
    .replace(/&#0*(\d{2,3});/g, (_all, code: string) => String.fromCharCode(Number(code)));
}

function fromHex(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
