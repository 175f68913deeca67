export { languageOf } from "./languages.ts";
export { prohibitedUses } from "./prohibited-uses.ts";
export type { Language, ProhibitedUse } from "./uses/prohibited-use.ts";
