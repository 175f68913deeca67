import { distance } from "fastest-levenshtein";
import type { SettingProblem } from "./settings-error.ts";
import type { Environment } from "./settings.ts";

const ownPrefix = "TREASURY_";

/** Other programs also use these, so only similar names are reported. */
const sharedPrefixes: readonly string[] = [
  "OPENAI_",
  "STRIPE_",
  "HOST_",
  "SAFETY_",
  "SLACK_",
  "SMTP_",
  "MAIL_",
  "APPROVAL",
  "X402_",
];

/** Kubernetes sets these in every container next to a Service called `treasury`. */
const ofKubernetes = /^TREASURY_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_\w+)?$/;

/** Our documentation uses these for processes of agents and for tests, which can share a shell. */
const ofOtherProcesses = /^TREASURY_(?:URL|TOKEN|TEST_\w+)$/;

/**
 * Finds misspelled settings. A misspelled cap would otherwise have no effect. `given` contains no
 * blank values.
 */
export function findMisspellings(
  given: Environment,
  known: readonly string[],
): readonly SettingProblem[] {
  return Object.keys(given).flatMap((variable) => {
    if (known.includes(variable)) return [];
    if (ofKubernetes.test(variable) || ofOtherProcesses.test(variable)) return [];
    const meant = known.find((name) => isSpellingOf(variable, name));
    const prefixes = meant === undefined ? [ownPrefix] : [ownPrefix, ...sharedPrefixes];
    if (!prefixes.some((prefix) => variable.startsWith(prefix))) return [];
    const remedy = meant === undefined ? "Remove it." : `Did you mean ${meant}?`;
    return [{ variable, problem: `is not a setting and has no effect. ${remedy}` }];
  });
}

/** Whether each word of a name is one of the other, so that a suggestion has the same meaning. */
function isSpellingOf(variable: string, name: string): boolean {
  if (distance(variable.replaceAll("_", ""), name.replaceAll("_", "")) <= 1) return true;
  const words = variable.split("_");
  const meant = name.split("_");
  // A unit at the end, such as `_URL`, may be missing.
  if (words.length < meant.length - 1 || words.length > meant.length) return false;
  return words.every((word, index) => isSpellingOfWord(word, meant[index] ?? ""));
}

/** `MIN` is no misspelled `MAX`. */
function isSpellingOfWord(word: string, meant: string): boolean {
  return distance(word, meant) <= Math.floor(meant.length / 3);
}
