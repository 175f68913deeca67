import { inEasternLanguages } from "./uses/in-eastern-languages.ts";
import { inWesternLanguages, inflectedLanguages } from "./uses/in-western-languages.ts";
import type { Language, ProhibitedUse } from "./uses/prohibited-use.ts";

const languages: ReadonlyMap<ProhibitedUse, Language> = new Map(
  Object.entries(inflectedLanguages).flatMap(([language, uses]) =>
    uses.map((use): [ProhibitedUse, Language] => [use, language as Language]),
  ),
);
const uninflected: ReadonlySet<ProhibitedUse> = new Set([
  ...inWesternLanguages,
  ...inEasternLanguages,
]);

/** Returns the language of a built-in use's words, or null if its words are matched as written. */
export function languageOf(use: ProhibitedUse): Language | null {
  return languages.get(use) ?? (uninflected.has(use) ? null : "english");
}
