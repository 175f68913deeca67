import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const reasons = {
  weapons: "The treasury does not pay for weapons, ammunition or explosives.",
  drugs: "The treasury does not pay for illegal drugs.",
  fraud: "The treasury does not pay for stolen, forged or fraudulent goods.",
  laundering: "The treasury does not pay for hiding the origin or destination of money.",
  intrusion: "The treasury does not pay for attacks on other people's computers.",
  piracy: "The treasury does not pay for pirated software or media.",
  harm: "The treasury does not pay for harm to people.",
  adult_services: "The treasury does not pay for sexual services.",
  gambling: "The treasury does not pay for gambling.",
} as const;

/** Phrases before or after a term that sell protection from it. */
const defences = listed(`
  (anti|contra|contra el|contra la|contre|contre le|contro|gegen|mot|przed|tegen|vor|от|против) {term}*
  {term} (対策|検知|防止|检测|防护|방지|예방|탐지), 防 {term}, 反 {term}
`);

/** The terms of a language by kind. Terms that several languages share are in one of them. */
export function wordsByKind(
  words: Readonly<Partial<Record<keyof typeof reasons, string>>>,
  exceptions = "",
): ProhibitedUse[] {
  return Object.entries(reasons).flatMap(([category, reason]): ProhibitedUse[] => {
    const text = words[category as keyof typeof reasons];
    if (text === undefined) return [];
    const excused = [...listed(exceptions), ...defences];
    return [{ category, verdict: "blocked", reason, terms: listed(text), exceptions: excused }];
  });
}
