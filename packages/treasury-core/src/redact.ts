const redacted = "[redacted]";

/** Things that no answer and no log may carry, whoever wrote them into a message. */
const secrets: readonly RegExp[] = [
  // API keys, webhook secrets and machine-host tokens, by their prefixes.
  /\b(?:sk|rk|pk|whsec)[_-][\w-]{8,}/g,
  /\b(?:FlyV1 |fo1_|fm2_)[\w+/=,.-]{8,}/g,
  /\b(?:ghp|gho|ghs|xox[bap]|AKIA|AIza)[\w-]{12,}/g,
  // Credentials in headers and addresses.
  /\b(?:Bearer|Basic)\s+[\w+/=.~-]{8,}/gi,
  /(?<=:\/\/)[^\s/@]+@/g,
  // Card numbers.
  /\b(?:\d[ -]?){13,19}\b/g,
];

/** Text without anything that looks like a credential or a card number. */
export function redact(text: string): string {
  return secrets.reduce((clean, pattern) => clean.replace(pattern, redacted), text);
}
