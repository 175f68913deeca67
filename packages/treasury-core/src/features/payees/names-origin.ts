import { isWithin, quotedPassages } from "./quotations.ts";
import { isRefused } from "./refused-name.ts";

/** Endings of file names, some of which are also ones of hosts. */
const fileEndings = new Set(
  "md markdown zip mov py sh rs pl ps tf bz gz csv doc docx gif heic htm html ico ini jpeg jpg js json jsx log mp3 mp4 odt pdf php png ppt pptx rb rtf sql svg tar toml ts tsx txt wav webp xls xlsx xml yaml yml".split(
    " ",
  ),
);
const context = 200;

/** Whether a text names the host of an origin, alone or in an address. */
export function namesOrigin(text: string, origin: string): boolean {
  const host = hostOf(origin);
  if (host === null) return false;
  const written = text.normalize("NFKC");
  const passages = quotedPassages(written);
  for (const { 0: part, index: start } of written.matchAll(/[^\s<>"'`()[\]{}“”„«»,;|]+/gu)) {
    const found = hostOf(/^.*[^.!?:]/su.exec(part)?.[0] ?? "");
    if (found === null || (found !== host && found !== `www.${host}`)) continue;
    const end = start + part.length;
    if (isWithin({ start, end }, passages)) continue;
    if (!isRefused(written.slice(Math.max(0, start - context), start), "")) return true;
  }
  return false;
}

/** Whether a name is the name of a file, such as `notes.md`. */
export function isFileName(name: string): boolean {
  return fileEndings.has(/\.([a-z0-9]+)$/iu.exec(name)?.[1]?.toLowerCase() ?? "");
}

/** Whether a name is that of a host, such as `acme.com`. */
export function isHostName(name: string): boolean {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,}|xn--[a-z0-9-]+)$/u.test(name);
}

/**
 * Null for what is no host: without a scheme also a number, the name of a file, and two sentences
 * without a space between them. An address with a user shows another host than it leads to.
 */
function hostOf(written: string): string | null {
  const isAddress = /^https?:\/\//i.test(written);
  if (!isAddress) {
    const [name = ""] = written.split(/[/?#:]/u);
    if (!isHostName(name) || isFileName(name) || /\.\p{Lu}\p{Ll}/u.test(name)) return null;
  }
  const address = isAddress ? written.replace(/^http:/i, "https:") : `https://${written}`;
  if (!URL.canParse(address)) return null;
  const { host, username, password } = new URL(address);
  return username === "" && password === "" ? host : null;
}
