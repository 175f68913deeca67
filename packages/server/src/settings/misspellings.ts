import { closest, distance } from "fastest-levenshtein";
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
const nearly = 2;

/** Kubernetes sets these in every container next to a Service called `treasury`. */
const ofKubernetes = /^TREASURY_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_\w+)?$/;

/**
 * Finds misspelled settings. A misspelled cap would otherwise have no effect. `given` contains no
 * blank values.
 */
export function findMisspellings(
  given: Environment,
  known: readonly string[],
): readonly SettingProblem[] {
  return Object.keys(given).flatMap((variable) => {
    if (known.includes(variable) || ofKubernetes.test(variable)) return [];
    const nearest = closest(variable, known);
    const isNear = distance(variable, nearest) <= nearly;
    const isOurs = variable.startsWith(ownPrefix);
    if (!isOurs && !(isNear && sharedPrefixes.some((prefix) => variable.startsWith(prefix)))) {
      return [];
    }
    const problem = `is not a setting and has no effect. Did you mean ${nearest}?`;
    return [{ variable, problem }];
  });
}
