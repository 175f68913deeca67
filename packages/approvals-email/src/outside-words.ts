import { readOutsideText } from "@agent-treasury/contract";

/** Where mail programs recognise addresses in a text. */
const addressJoint = /(?<=\S)[.。．｡@＠](?=[\p{L}\p{M}])|:(?=\/\/)/gu;
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const wordJoiner = "\u2060";

/** Returns a text as one line without control characters, for example for a header. */
export function oneLine(text: string, longest = 300): string {
  const clean = readOutsideText(text)
    .text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  const characters = [...clean];
  return characters.length <= longest ? clean : `${characters.slice(0, longest - 1).join("")}…`;
}

/** Returns the lines of a text, at most 100. */
export function linesOf(text: string): readonly string[] {
  return text.split(lineBreak, 100).map((line) => oneLine(line, 2_000));
}

/**
 * Inserts invisible characters, so that mail programs do not turn addresses into links. An agent
 * could otherwise lead approvers to a page of its own.
 */
export function withoutLinks(text: string): string {
  return text.replace(addressJoint, (joint) => joint + wordJoiner);
}
