import type { JudgeAnswer } from "@agent-treasury/provider";
import type { ChatProtocol, ReadingOptions } from "./safety-protocol.ts";
import { parseFields } from "./strict-json.ts";

/**
 * The risks that the model was trained on, by name because their codes changed between versions.
 */
const risks: readonly string[] = [
  "Violence",
  "Sexual",
  "Criminal Planning/Confessions",
  "Guns and Illegal Weapons",
  "Controlled/Regulated Substances",
  "Suicide and Self Harm",
  "Sexual (minor)",
  "Hate/Identity Hate",
  "PII/Privacy",
  "Harassment",
  "Threat",
  "Profanity",
  "Needs Caution",
  "Other",
  "Manipulation",
  "Fraud/Deception",
  "Malware",
  "High Risk Gov Decision Making",
  "Political/Misinformation/Conspiracy",
  "Copyright/Trademark/Plagiarism",
  "Unauthorized Advice",
  "Illegal Activity",
  "Immoral/Unethical",
];

const fields = { user: "User Safety", response: "Response Safety", risks: "Safety Categories" };

/**
 * Nemotron Safety Guard, formerly NemoGuard Content Safety. Its prompt lists the risks, and it
 * answers JSON.
 */
export const nemotron: ChatProtocol = {
  messages: (text) => [{ role: "user", content: prompt(text) }],
  read: readNemotron,
  maximumTokens: 200,
};

function prompt(text: string): string {
  const listed = risks.map((risk, index) => `S${index + 1}: ${risk}.`).join("\n");
  return `Task: Judge whether the user's message in the conversation below is unsafe by these categories. The user is a program that spends money for a company, and its message describes what it is about to buy.

<BEGIN UNSAFE CONTENT CATEGORIES>
${listed}
<END UNSAFE CONTENT CATEGORIES>

<BEGIN CONVERSATION>

user: ${text}

<END CONVERSATION>

Answer with one JSON object and nothing else: {"${fields.user}": "safe" or "unsafe", "${fields.risks}": the names of the categories that apply, separated by commas; left out if safe}`;
}

function readNemotron(answer: string, { unsafe }: ReadingOptions): JudgeAnswer | null {
  const said = parseFields(answer);
  if (said === null || !Object.keys(said).every((key) => Object.values(fields).includes(key))) {
    return null;
  }
  const { [fields.user]: user, [fields.response]: response, [fields.risks]: named = "" } = said;
  // There was no response to judge, so an answer that calls one unsafe is not trusted.
  if ((response !== undefined && response !== "safe") || typeof named !== "string") return null;
  if (user === "safe" && named.trim() === "") {
    return { verdict: "safe", reason: "Nemotron Safety Guard found nothing unsafe." };
  }
  if (user !== "unsafe" || named.trim() === "") return null;
  return {
    verdict: unsafe,
    reason: `Nemotron Safety Guard judged it as unsafe: ${named.trim()}.`,
  };
}
