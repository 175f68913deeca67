export { type ProhibitedUse, prohibitedUses } from "./prohibited-uses.ts";
