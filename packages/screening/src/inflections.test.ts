import { describe, expect, it } from "vitest";
import { readField } from "./field.ts";
import { inflectUse } from "./inflections.ts";
import { strictestUse } from "./strictest-use.ts";
import { termSet } from "./term-set.ts";
import type { Language } from "./terms/terms.ts";

function occurs(text: string, term: string, language: Language): boolean {
  const use = { category: "test", verdict: "review", reason: "A test.", terms: [term] } as const;
  const set = termSet([inflectUse(use, language)]);
  return strictestUse([readField(text, [set.finder])], [set]) !== null;
}

describe("an inflected term", () => {
  it.each([
    ["english", "stolen", "stealing a van"],
    ["english", "forged papers", "forging papers"],
    ["english", "falsify ... records", "falsified the records"],
    ["english", "(break|smash) windows", "broken windows"],
    ["german", "gefälschte pässe", "gefälschter pässe"],
    ["french", "pirater un compte", "piraté un compte"],
    ["spanish", "clonado", "clonadas"],
    ["italian", "riciclare ... denaro", "riciclato il denaro"],
    ["portuguese", "roubado", "roubadas"],
  ] as const)("in %s finds another form of %o: %o", (language, term, text) => {
    expect(occurs(text, term, language)).toBe(true);
  });

  it.each([
    ["english", "carding", "cards"],
    ["english", "hacked", "growth hacking"],
    ["english", "gun shop", "gunning shop"],
  ] as const)(
    "in %s does not match a form with another meaning: %o in %o",
    (language, term, text) => {
      expect(occurs(text, term, language)).toBe(false);
    },
  );
});
