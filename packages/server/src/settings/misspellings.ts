import { closest, distance } from "fastest-levenshtein";
import type { SettingProblem } from "./settings-error.ts";
import type { Environment } from "./settings.ts";

const ownPrefix = "TREASURY_";

/** Prefixes that other programs use as well: only a name that is nearly one of ours is told. */
const sharedPrefixes: readonly string[] = ["OPENAI_", "STRIPE_", "HOST_", "SAFETY_"];
const nearly = 2;

/** Kubernetes sets these in every container beside a Service that is called `treasury`. */
const ofKubernetes = /^TREASURY_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_\w+)?$/;

/**
 * Variables that somebody means as settings and that no setting has for a name: ignored in silence,
 * a misspelt cap would be no cap. `given` holds no blank ones.
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
    const problem = `is no setting, and has no effect. The nearest is ${nearest}.`;
    return [{ variable, problem }];
  });
}
