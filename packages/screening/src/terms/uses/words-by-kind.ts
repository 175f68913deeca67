import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const reasons = {
  weapons: "Weapons, ammunition and explosives are not bought through the treasury.",
  drugs: "Illegal drugs are not bought through the treasury.",
  fraud: "Stolen, forged or fraudulent goods are not bought through the treasury.",
  laundering: "Hiding where money comes from or goes is not something the treasury pays for.",
  intrusion: "Attacks on computers of others are not something the treasury pays for.",
  piracy: "Pirated software and media are not bought through the treasury.",
  harm: "Harm to people is not something the treasury pays for.",
  adult_services: "Sexual services are not bought through the treasury.",
  gambling: "Gambling is not something the treasury pays for.",
} as const;

/** What is said before or after a word by whoever sells protection from it. */
const defences = listed(`
  (anti|contra|contra el|contra la|contre|contre le|contro|gegen|mot|przed|tegen|vor|от|против) {term}*
  {term} (対策|検知|防止|检测|防护|방지|예방|탐지), 防 {term}, 反 {term}
`);

/** The words of a language for what is blocked, kind by kind. What several languages share stands in one of them. */
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
