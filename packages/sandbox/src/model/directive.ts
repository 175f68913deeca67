import { type SpendWords, spendIn } from "./spend-words.ts";

export type DirectiveStep =
  | ({ readonly kind: "spend" } & SpendWords)
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "fetch"; readonly url: string; readonly purpose: string }
  | { readonly kind: "balance" }
  | { readonly kind: "unknown" };

/** A longer instruction is not understood. */
const maximumCharacters = 2000;
const maximumSteps = 12;

/** Reads an instruction into steps, split at "then". A step without a known form is `unknown`. */
export function readDirective(directive: string): readonly DirectiveStep[] {
  if (directive.length > maximumCharacters) return [{ kind: "unknown" }];
  const parts = splitAtThen(directive);
  return parts.length > maximumSteps ? [{ kind: "unknown" }] : parts.map(readStep);
}

function splitAtThen(directive: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  // Text in backticks or quotes is matched first, so that a "then" in it does not split.
  for (const match of directive.matchAll(/`[^`]*`|"[^"]*"|\b(?:and\s+)?then\b/gi)) {
    if (/^[`"]/.test(match[0])) continue;
    parts.push(directive.slice(start, match.index));
    start = match.index + match[0].length;
  }
  parts.push(directive.slice(start));
  // oxlint-disable-next-line treasury/linear-patterns -- At most 2,000 characters.
  const trimmed = parts.map((part) => part.replace(/^[\s,;:.]+|[\s,;:]+$/g, ""));
  const meant = trimmed.filter((part) => part !== "");
  return meant.length === 0 ? [""] : meant;
}

function readStep(text: string): DirectiveStep {
  const command = /^(?:please\s+)?(?:run|execute)\s+(?:the\s+command\s+)?`([^`]+)`[.!]?$/i.exec(
    text,
  );
  if (command?.[1] !== undefined) return { kind: "run", command: command[1] };
  // oxlint-disable-next-line treasury/linear-patterns -- At most 2,000 characters.
  const fetched = /^(?:please\s+)?(?:fetch|get)\s+(https:\/\/\S+?)(?:\s+for\s+(.+?))?[.!]?$/i.exec(
    text,
  );
  if (fetched?.[1] !== undefined) {
    return { kind: "fetch", url: fetched[1], purpose: fetched[2] ?? "the content of this address" };
  }
  const spend = spendIn(text);
  if (spend !== undefined) return { kind: "spend", ...spend };
  if (/\bhow\s+much\b.*\b(?:left|remain\w*|have|available)\b|\bbalance\b/i.test(text)) {
    return { kind: "balance" };
  }
  return { kind: "unknown" };
}
