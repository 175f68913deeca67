import { Micros } from "@agent-treasury/provider";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { conditionToJson } from "../conditions/conditions.ts";
import type { Rule } from "./rule-set.ts";
import { windowToJson } from "./to-json.ts";

const digestCharacters = 8;

/**
 * Returns the name of a limit's counter: the rule id and a digest of what the limit counts. Another
 * maximum keeps the counter.
 *
 * @throws TypeError for a rule without a limit per window.
 */
export function counterIdOf({ id, when, then }: Rule): string {
  if (then.kind !== "limit" || then.limit.window === null) {
    throw new TypeError(`Rule \`${id}\` has no limit per window.`);
  }
  const { measure, window, by, counts } = then.limit;
  const counted = [
    conditionToJson(when, Micros.format),
    measure.kind,
    windowToJson(window),
    by,
    counts,
  ];
  const digest = bytesToHex(sha256(utf8ToBytes(JSON.stringify(counted))));
  return `${id}.${digest.slice(0, digestCharacters)}`;
}
