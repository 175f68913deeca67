export { type Language, languageOf } from "./languages.ts";
export { type ProhibitedUse, prohibitedUses } from "./prohibited-uses.ts";
