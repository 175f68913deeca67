import type { Condition } from "../conditions/condition.ts";
import { noConditions } from "../conditions/conditions.ts";
import type { Rule } from "../rule-set/rule-set.ts";
import { microsOf } from "../rule-set/written-usd.ts";

const maximumFigures = 4;
const maximumWords = 6;

/** Words that name no vendor and no category. */
const common = new Set(
  "about above after agent agents alone always amount and any approval approve ask at automatically be before below but by can cent confirm day days deny do dollars each every for from group hour hours if in is it least limit max may me month months more most must my need needs never new night no not of on one only or ours paid pay payment payments per person persons purchase quarter single spend spends than that the them these they this those to two unless until us usd vendor vendors week weekday weekdays weekend weeks when will with without year you".split(
    " ",
  ),
);

/** Returns the words of a sentence that may name a vendor or a category. */
export function wordsOf(sentence: string): readonly string[] {
  const words = sentence.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{2,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !common.has(word)).slice(0, maximumWords);
}

const approval = { count: 1, from: null, notProposer: false } as const;
const require = { kind: "requireApprovals", requirement: approval } as const;

function rule(when: Partial<Condition>, then: Rule["then"]): Rule {
  return { id: "asked", when: { ...noConditions, ...when }, then, message: null };
}

function limit(measure: "amount" | "count", figure: number, by: "vendor" | null): Rule["then"] {
  const isAmount = measure === "amount";
  return {
    kind: "limit",
    limit: {
      measure: isAmount
        ? { kind: "amount", maximum: microsOf(figure) }
        : { kind: "count", maximum: figure },
      window: { kind: "calendar", period: isAmount ? "month" : "hour" },
      counts: "all",
      by,
      atProposal: "review",
    },
  };
}

/**
 * Returns plausible rules for the figures and names of a sentence. A draft without any of them lacks
 * what the sentence asks for, or it does not ask for that.
 */
export function rulesAskedFor(sentence: string): readonly Rule[] {
  const found = sentence.replaceAll(/(\d),(\d{3})/g, "$1$2").match(/\d+(?:\.\d{1,2})?/g) ?? [];
  const figures = [...new Set(found)].map(Number).filter((figure) => figure > 0 && figure < 1e9);
  const words = wordsOf(sentence);
  return [
    rule({ hours: { from: 22 * 60, to: 6 * 60 } }, { kind: "deny" }),
    rule({ days: ["sat", "sun"] }, { kind: "deny" }),
    rule({ vendors: { firstPayment: true } }, require),
    ...words.flatMap((word) => [
      rule({ vendors: { in: [word] } }, require),
      rule({ categories: { in: [word] } }, require),
    ]),
    ...figures.slice(0, maximumFigures).flatMap((figure) => {
      const amount = { from: microsOf(figure), below: null };
      return [
        rule({}, limit("amount", figure, null)),
        rule({}, limit("amount", figure, "vendor")),
        rule({ amount }, require),
        ...words.map((word) => rule({ categories: { in: [word] }, amount }, require)),
        ...(Number.isInteger(figure) && figure <= 50
          ? [rule({}, limit("count", figure, null))]
          : []),
      ];
    }),
  ];
}
