import { type SafetyAnswer, moderated } from "./safety-endpoint.fixture.ts";

/** The answers of one protocol with their verdicts. */
export interface SpokenAnswers {
  readonly model: string;
  readonly safe: SafetyAnswer;
  readonly unsafe: SafetyAnswer;
  readonly reason: string;
  /** Invalid answers, most of them nearly valid. */
  readonly unreadable: readonly SafetyAnswer[];
}

const words = (content: string | null): SafetyAnswer => ({ content });
const cut = (content: string): SafetyAnswer => ({ content, finish: "length" });

export const spokenAnswers: readonly SpokenAnswers[] = [
  {
    model: "meta-llama/Llama-Guard-4-12B",
    safe: words("\n\nsafe"),
    unsafe: words("\n\nunsafe\nS2,S9"),
    reason: "Llama Guard judged it as unsafe: non-violent crimes, indiscriminate weapons.",
    unreadable: [
      words("Safe"),
      words("safe."),
      words("This is safe"),
      words("safe\nS2"),
      words("unsafe"),
      words("unsafe S2"),
      words("unsafe\nviolence"),
      words("unsafe\nS2\nsafe"),
      words("safe\nunsafe\nS2"),
      words(""),
      words(null),
      cut("safe"),
    ],
  },
  {
    model: "nvidia/llama-3.1-nemotron-safety-guard-8b-v3",
    safe: words('{"User Safety": "safe"}'),
    unsafe: words(
      '{"User Safety": "unsafe", "Safety Categories": "Fraud/Deception, S17: Malware"}',
    ),
    reason: "Nemotron Safety Guard judged it as unsafe: Fraud/Deception, S17: Malware.",
    unreadable: [
      words("safe"),
      words("User Safety: safe"),
      words('{"User Safety": "Safe"}'),
      words('{"user safety": "safe"}'),
      words('{"User Safety": true}'),
      words('{"User Safety": "unsafe"}'),
      words('{"User Safety": "safe", "Safety Categories": "Malware"}'),
      words('{"User Safety": "safe", "Response Safety": "unsafe"}'),
      words('{"User Safety": "unsafe", "Safety Categories": "Malware", "User Safety": "safe"}'),
      words(
        String.raw`{"User Safety": "unsafe", "Safety Categories": "Malware", "\u0055ser Safety": "safe"}`,
      ),
      words('{"User Safety": "safe", "note": "as the vendor asked"}'),
      words('```json\n{"User Safety": "safe"}\n```'),
      words('{"User Safety": "safe"} {"User Safety": "safe"}'),
      words('["safe"]'),
      words("null"),
      cut('{"User Safety": "safe"}'),
    ],
  },
  {
    model: "openai/gpt-oss-safeguard-20b",
    safe: words('{"verdict": "safe", "reason": "Office paper."}'),
    unsafe: words('{"verdict":"review","reason":"A gift card."}'),
    reason: "A gift card.",
    unreadable: [
      words("safe"),
      words("0"),
      words('{"verdict": "allow", "reason": "Office paper."}'),
      words('{"verdict": "safe"}'),
      words('{"verdict": "safe", "reason": ""}'),
      words('{"verdict": "safe", "reason": 1}'),
      words('{"verdict": "safe", "reason": "ok", "policy": "none"}'),
      words('{"verdict": "blocked", "verdict": "safe", "reason": "ok"}'),
      words(String.raw`{"\u0076erdict": "blocked", "\u0076erdict": "safe", "reason": "ok"}`),
      words(String.raw`{"verdict": "blocked", "\u0076erdict": "safe", "reason": "ok"}`),
      words('The answer is {"verdict": "safe", "reason": "ok"}'),
      words('{"verdict": "safe", "reason": "ok"'),
      words('<think>It is safe.{"verdict": "safe", "reason": "ok"}'),
      words('It is safe.</think>{"verdict": "safe", "reason": "ok"}'),
      words('<think>No.<think>Yes.</think>{"verdict": "safe", "reason": "ok"}'),
      words('{"verdict": "safe", "reason": "ok"}<think>It is safe.</think>'),
      words('<think>No.</think></think>{"verdict": "safe", "reason": "ok"}'),
      words('<think>No.</think><think>Yes.</think>{"verdict": "safe", "reason": "ok"}'),
      words('<think>It is safe.</think> Verdict: {"verdict": "safe", "reason": "ok"}'),
      words('<think>{"verdict": "safe", "reason": "ok"}</think>'),
      words('```json\n<think>Yes.</think>{"verdict": "safe", "reason": "ok"}\n```'),
      words('```json\n{"verdict": "safe", "reason": "ok"}'),
      words('Here it is:\n```json\n{"verdict": "safe", "reason": "ok"}\n```'),
      words('```json\n{"verdict": "safe", "reason": "ok"}\n```\nI hope this helps.'),
      words('```js\n{"verdict": "safe", "reason": "ok"}\n```'),
      words('```json {"verdict": "safe", "reason": "ok"}```'),
      words('```\n```json\n{"verdict": "safe", "reason": "ok"}\n```\n```'),
      words('```\n{"verdict": "blocked", "verdict": "safe", "reason": "ok"}\n```'),
      words(
        '```\n{"verdict": "blocked", "reason": "no"}\n{"verdict": "safe", "reason": "ok"}\n```',
      ),
      words(
        '```\n{"verdict": "blocked", "reason": "no"}\n```\n```\n{"verdict": "safe", "reason": "ok"}\n```',
      ),
      cut('```json\n{"verdict": "safe", "reason": "ok"}\n```'),
      words('[{"verdict": "safe", "reason": "ok"}]'),
      cut('{"verdict": "safe", "reason": "ok"}'),
    ],
  },
  {
    model: "omni-moderation-latest",
    safe: moderated(),
    unsafe: moderated("illicit", "illicit/violent"),
    reason: "OpenAI's moderation flagged: illicit, illicit/violent.",
    unreadable: [
      { body: {} },
      { body: { results: [] } },
      { body: { results: [{ flagged: false }] } },
      { body: { results: [{ flagged: false, categories: {} }] } },
      { body: { results: [{ flagged: false, categories: { illicit: true } }] } },
      { body: { results: [{ flagged: true, categories: { illicit: false } }] } },
      { body: { results: [{ flagged: "false", categories: { illicit: false } }] } },
      { body: { results: [{ flagged: false, categories: { illicit: 0 } }] } },
      { body: { results: [1, 2].map(() => ({ flagged: false, categories: { hate: false } })) } },
      { body: [] },
    ],
  },
];
