import { TreasuryError } from "@agent-treasury/provider";

/** No quoted names, comments or lists, which mail programs read in different ways. */
const address = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u;
const named = /^([^<>@\p{Cc}]*)<([^<>]+)>$/u;

/** A sender with its name. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}

export function isAddress(text: string): boolean {
  return address.test(text);
}

/** Reads `treasury@example.com` or `Agent Treasury <treasury@example.com>`. */
export function readSender(from: string): Sender {
  const [, name = "", inBrackets] = named.exec(from.trim()) ?? [];
  const sender = (inBrackets ?? from).trim();
  if (!isAddress(sender)) {
    const message =
      "`from` must be an e-mail address, for example Treasury <treasury@example.com>.";
    throw new TreasuryError("invalid_request", message);
  }
  const domain = sender.slice(sender.indexOf("@") + 1);
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: sender, domain };
}

/** Returns the addresses without repetitions. */
export function readRecipients(to: string | readonly string[]): readonly string[] {
  const given = (typeof to === "string" ? [to] : to).map((text) => text.trim());
  const wrong = given.find((text) => !isAddress(text));
  if (wrong !== undefined) {
    const message = `\`to\` contains ${JSON.stringify(wrong)}, which is not an e-mail address.`;
    throw new TreasuryError("invalid_request", message);
  }
  const unique = new Map(given.map((text) => [text.toLowerCase(), text]));
  return [...unique.values()];
}
