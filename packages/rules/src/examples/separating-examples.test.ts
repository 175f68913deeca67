import { describe, expect, it, vi } from "vitest";
import { clock, now } from "../evaluate/evaluation.fixture.ts";
import { runExample } from "../replay/run-example.ts";
import { readRuleSet } from "../rule-set/read-rule-set.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";
import { draftRules } from "./draft-rules.ts";
import { type SentencePair, sentencePairs } from "./sentences.fixture.ts";
import { type DraftContext, outcomeText, separatingExamples } from "./separating-examples.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** Each kind of sentence once, or all. */
const pairs = sentencePairs.slice(0, isLong ? 100 : 10);

type Mistake = (text: string) => string;

/** Mistakes of a model in the draft, as changes of its JSON. Equal text if one is not possible. */
const mistakes: Readonly<Record<string, Mistake>> = {
  "ten times the amount": (text) => text.replace(/("(?:amountUsd|from|below)":)(\d+)/, "$1$20"),
  "a tenth of the amount": (text) => text.replace(/("(?:amountUsd|from|below)":\d+)0\b/, "$1"),
  "another window": (text) =>
    text.replace(/"per":"(\w+)"/, (_, per) => `"per":"${per === "day" ? "month" : "day"}"`),
  "the opposite list": (text) =>
    text.replace(/"(in|notIn)":/, (_, list) => (list === "in" ? '"notIn":' : '"in":')),
  "from instead of below": (text) =>
    text.replace(/"(from|below)":(?=\d)/, (_, bound) =>
      bound === "from" ? '"below":' : '"from":',
    ),
  "the opposite hours": (text) => text.replace(/"hours":"([\d:]+)-([\d:]+)"/, '"hours":"$2-$1"'),
  "a denial instead of an approval": (text) =>
    text.replace(/"requireApprovals":\{[^}]*\}/, '"deny":true'),
  "an approval instead of a denial": (text) =>
    text.replace('"deny":true', '"requireApprovals":{"count":1}'),
  "no rule": (text) => text.replace(/\{"id":.*?\}\}(?=[,\]])/, ""),
  "one counter instead of one for each": (text) => text.replace(/,"by":"\w+"/, ""),
  "one more": (text) =>
    text.replace(/"count":(\d+)/, (_, count) => `"count":${String(Number(count) + 1)}`),
  "the weekend instead of weekdays": (text) =>
    text.replace(/"days":\[[^\]]*\]/, '"days":["sat","sun"]'),
  "another vendor": (text) => text.replace(/"(in|notIn)":\["(\w+)"/, '"$1":["$2 inc"'),
};

/** What a scripted model drafts with a mistake. Null if it is not possible, or leaves no valid rules. */
async function mistaken(
  { sentence, rules }: SentencePair,
  mistake: Mistake,
): Promise<RuleSet | null> {
  const text = JSON.stringify(rules);
  const changed = mistake(text).replace(/\[,/, "[").replace(/,\]/, "]").replace(",,", ",");
  if (changed === text) return null;
  const ask = (): Promise<string> =>
    Promise.resolve(`\`\`\`json\n{"version":1,"rules":${changed}}\n\`\`\``);
  return draftRules({ sentence, current: { rules: [] }, ask }).catch(() => null);
}

function context(sentence: string): DraftContext {
  return { current: { rules: [] }, sentence, clock, now };
}

describe("the examples of a draft", () => {
  it("show a mistake by at least one outcome, in 95 of 100 mistakes", async () => {
    const missed: string[] = [];
    const kinds = new Map<string, [seen: number, all: number]>();
    for (const pair of pairs) {
      const { sentence, rules } = pair;
      const right = readRuleSet({ version: 1, rules });
      for (const [kind, mistake] of Object.entries(mistakes)) {
        const wrong = await mistaken(pair, mistake);
        if (wrong === null) continue;
        const shown = await separatingExamples(wrong, context(sentence));
        const isSeen = shown.some(
          (one) => outcomeText(runExample(right, one, clock)) !== outcomeText(one),
        );
        const [seen, all] = kinds.get(kind) ?? [0, 0];
        kinds.set(kind, [seen + (isSeen ? 1 : 0), all + 1]);
        if (!isSeen) missed.push(`${kind}: ${sentence}`);
      }
    }
    const [seen, all] = [...kinds.values()].reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    expect(kinds.size).toBeGreaterThanOrEqual(10);
    expect(seen / all >= 0.95 ? [] : missed).toEqual([]);
    if (isLong) console.log(`${seen} of ${all} mistakes are visible`);
  });

  it("are chosen in small steps, whatever the draft lists", async () => {
    const names = Array.from({ length: 100 }, (_, index) => `v${index}`);
    const rules = Array.from({ length: 12 }, (_, index) => ({
      id: `r${index}`,
      when: { vendors: { in: names.map((name) => `${name}-${index}`) } },
      then: { limit: { count: 50, per: "hour" } },
    }));
    const draft = readRuleSet({ version: 1, rules });
    // The characters of the keys by which examples are compared.
    let step = 0;
    let longest = 0;
    let total = 0;
    const stringify = JSON.stringify.bind(JSON);
    const spy = vi.spyOn(JSON, "stringify").mockImplementation((...given) => {
      const text = stringify(...given);
      step += text.length;
      total += text.length;
      longest = Math.max(longest, step);
      return text;
    });
    const pause = async (): Promise<void> => {
      step = 0;
    };
    try {
      const shown = await separatingExamples(draft, { ...context("Fewer."), pause });
      expect(shown.length).toBeGreaterThan(0);
    } finally {
      spy.mockRestore();
    }
    expect(longest).toBeLessThan(1_000_000);
    expect(total).toBeLessThan(10_000_000);
  });

  it("are few, and have their outcomes", async () => {
    for (const { sentence, rules } of sentencePairs.slice(0, 10)) {
      const draft = readRuleSet({ version: 1, rules });
      const shown = await separatingExamples(draft, context(sentence));
      expect(shown.length).toBeGreaterThan(1);
      expect(shown.length).toBeLessThanOrEqual(16);
      for (const { outcome, approvals, ...example } of shown) {
        expect(runExample(draft, example, clock)).toMatchObject({ outcome, approvals });
      }
    }
  });
});
