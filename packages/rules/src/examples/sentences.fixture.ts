import type { WrittenRule } from "../rule-set/written-rule-set.ts";

/** What a person asks for, and the rules that state it. */
export interface SentencePair {
  readonly sentence: string;
  readonly rules: readonly WrittenRule[];
}

const vendors = ["aws", "figma", "hetzner", "notion"] as const;
const amounts = [20, 50, 120, 500] as const;
const fourTimes = (amount: number): number => amount * 4;

type Template = (vendor: string, usd: number, index: number) => SentencePair;

const templates: readonly Template[] = [
  (_vendor, usd) => ({
    sentence: `No more than $${usd} a month.`,
    rules: [{ id: "month", then: { limit: { amountUsd: usd, per: "month" } } }],
  }),
  (vendor, usd) => ({
    sentence: `At most $${usd} a week to ${vendor}.`,
    rules: [
      {
        id: "vendor",
        when: { vendors: { in: [vendor] } },
        then: { limit: { amountUsd: usd, per: "week" } },
      },
    ],
  }),
  (vendor) => ({
    sentence: `Only ${vendor} and GitHub may be paid.`,
    rules: [{ id: "only", when: { vendors: { notIn: [vendor, "github"] } }, then: { deny: true } }],
  }),
  (_vendor, usd) => ({
    sentence: `Ask two of finance from $${usd}.`,
    rules: [
      {
        id: "large",
        when: { amountUsd: { from: usd } },
        then: { requireApprovals: { count: 2, from: ["finance"] } },
      },
    ],
  }),
  (_vendor, _usd, index) => ({
    sentence: "Never at night.",
    rules: [
      {
        id: "night",
        when: { hours: index % 2 === 0 ? "22:00-06:00" : "20:00-07:30" },
        then: { deny: true },
      },
    ],
  }),
  (_vendor, usd) => ({
    sentence: `Ask me for new vendors, and at most $${usd} a day.`,
    rules: [
      {
        id: "new",
        when: { vendors: { firstPayment: true } },
        then: { requireApprovals: { count: 1 } },
      },
      { id: "day", then: { limit: { amountUsd: usd, per: "day", atProposal: "deny" } } },
    ],
  }),
  (_vendor, _usd, index) => ({
    sentence: `At most ${index + 2} spends in an hour.`,
    rules: [{ id: "pace", then: { limit: { count: index + 2, per: "hour" } } }],
  }),
  (_vendor, usd) => ({
    sentence: `Each vendor at most $${usd} a month.`,
    rules: [{ id: "each", then: { limit: { amountUsd: usd, per: "month", by: "vendor" } } }],
  }),
  (_vendor, usd) => ({
    sentence: `Travel needs my approval from $${usd} on weekdays.`,
    rules: [
      {
        id: "travel",
        when: {
          categories: ["travel"],
          amountUsd: { from: usd },
          days: ["mon", "tue", "wed", "thu", "fri"],
        },
        then: { requireApprovals: { count: 1 } },
      },
    ],
  }),
  (vendor, usd) => ({
    sentence: `Pay ${vendor} below $${usd} without me, and no single spend above $${fourTimes(usd)}.`,
    rules: [
      {
        id: "small",
        selfReported: true,
        when: { vendors: { in: [vendor] }, amountUsd: { below: usd } },
        then: { autoApprove: true },
      },
      { id: "single", then: { limit: { amountUsd: fourTimes(usd) } } },
    ],
  }),
];

/** One hundred pairs. */
export const sentencePairs: readonly SentencePair[] = Array.from({ length: 100 }, (_, index) => {
  const template = templates[index % templates.length] as Template;
  const round = Math.floor(index / templates.length);
  const vendor = vendors[round % vendors.length] ?? "aws";
  const usd = amounts[(round + index) % amounts.length] ?? 50;
  return template(vendor, usd, round);
});
