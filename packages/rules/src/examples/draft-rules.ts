import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { checkRulesText } from "../rule-set/parse-yaml.ts";
import { knownRails } from "../rule-set/read-rule-set.ts";
import { ruleSetJsonSchema } from "../rule-set/rule-set-schema.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";
import { rulesToYaml } from "../rule-set/to-yaml.ts";

export interface DraftMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface DraftRequest {
  /** What a person wants, in any language. */
  readonly sentence: string;
  /** The rules that the draft changes. */
  readonly current: RuleSet;
  /** Default: `knownRails`. */
  readonly rails?: readonly string[];
  /** Returns a model's whole answer. */
  readonly ask: (messages: readonly DraftMessage[]) => Promise<string>;
}

const maximumAnswers = 3;
const maximumListed = 20;
const longestExcerpt = 300;
const longestRepeated = 20_000;
const longestSentence = 4_000;

/**
 * Lets a model draft rules for a sentence. An invalid draft returns to the model with its problems, at
 * most twice. The draft is not in effect: show it with `separatingExamples` before a person publishes it.
 *
 * @throws TreasuryError `invalid_request` for an empty or too long sentence, `model_failed` without
 *   valid rules.
 */
export async function draftRules(request: DraftRequest): Promise<RuleSet> {
  const { sentence, current, rails = knownRails, ask } = request;
  if (sentence.trim() === "" || sentence.length > longestSentence) {
    const message = `Describe the rules in 1 to ${longestSentence} characters.`;
    throw new TreasuryError("invalid_request", message);
  }
  const messages: DraftMessage[] = [
    { role: "system", content: instructions() },
    { role: "user", content: `Present rules:\n\n${rulesToYaml(current)}\nWanted: ${sentence}` },
  ];
  let problems = "";
  for (let answers = 0; answers < maximumAnswers; answers += 1) {
    const answer = await ask(messages);
    const checked = checkAnswer(answer, rails);
    if ("rules" in checked) return checked;
    problems = checked.problems;
    messages.push(
      { role: "assistant", content: answer.slice(0, longestRepeated) },
      { role: "user", content: `These rules have problems:\n${problems}\nWrite all rules again.` },
    );
  }
  const message = `The model wrote no valid rules. ${problems}`;
  throw new TreasuryError("model_failed", message);
}

/** The answer is untrusted: only a whole valid rule set leaves here. */
function checkAnswer(answer: string, rails: readonly string[]): RuleSet | { problems: string } {
  try {
    const { input, set, problems } = checkRulesText(yamlIn(answer), rails);
    if (set !== null) return set;
    // Prose, such as a refusal.
    if (typeof input === "string" || input === null) {
      return { problems: `It answered: ${excerptOf(answer)}` };
    }
    const listed = problems.slice(0, maximumListed).map(({ sentence }) => sentence);
    return { problems: `Its problems:\n${listed.join("\n")}` };
  } catch (error) {
    // Too large, or its aliases expand too far.
    if (!isTreasuryError(error)) throw error;
    return { problems: error.message };
  }
}

function excerptOf(answer: string): string {
  const line = answer.replace(/[\p{C}\s]+/gu, " ").trim();
  if (line === "") return "nothing.";
  return line.length <= longestExcerpt ? line : `${line.slice(0, longestExcerpt).toWellFormed()}…`;
}

function instructions(): string {
  return `You write spending rules for agents as YAML. Answer with one YAML document in a code fence, and nothing else: the whole rule set, with the present rules that the person does not change. A spend that no rule denies or limits follows the five limits of the workspace, and waits for a person above them. Approve nothing automatically unless the person asks for it. Use names as the person writes them. The document follows this JSON Schema:
${JSON.stringify(ruleSetJsonSchema())}`;
}

function yamlIn(answer: string): string {
  return /```[a-z]*\n([\s\S]*?)```/.exec(answer)?.[1] ?? answer;
}
