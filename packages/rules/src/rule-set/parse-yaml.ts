import { TreasuryError } from "@agent-treasury/provider";
import {
  type Document,
  LineCounter,
  type Node,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
} from "yaml";
import { checkRuleSet } from "./check-rule-set.ts";
import { type Problem, describe } from "./problem.ts";
import { knownRails } from "./read-rule-set.ts";
import type { RuleSet } from "./rule-set.ts";

/** Comments make a file larger than the rule set in it. */
const maximumBytes = 262_144;
const maximumListed = 50;

/**
 * Reads rules in YAML 1.2. JSON is also YAML.
 *
 * @param rails - `knownRails` and the provider names of the deployment's payment executors.
 * @throws TreasuryError `invalid_request`, with line and column of each problem.
 */
export function parseRules(text: string, rails: readonly string[] = knownRails): RuleSet {
  if (new TextEncoder().encode(text).length > maximumBytes) {
    throw invalid([`The rules have more than ${maximumBytes.toLocaleString("en-US")} bytes.`]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
  });
  const flaws = [...document.errors, ...document.warnings];
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `Line ${line}, column ${col}`;
  };
  if (flaws.length > 0) {
    throw invalid(flaws.map(({ pos, message }) => `${place(pos[0])}: ${message.trim()}`));
  }
  const input = toData(document);
  const checked = checkRuleSet(input, rails);
  if (checked.set !== null) return checked.set;
  const placed = checked.problems.map(
    (problem) => [offsetOf(problem, document), describe(problem, input)] as const,
  );
  const ordered = placed.toSorted(([one], [other]) => one - other);
  throw invalid(ordered.map(([offset, sentence]) => `${place(offset)}: ${sentence}`));
}

/** The library limits how far aliases expand. */
function toData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw invalid([`The rules cannot be read: ${(error as Error).message}.`]);
  }
}

function invalid(problems: readonly string[]): TreasuryError {
  const left = problems.length - maximumListed;
  const more = left > 0 ? [`There are ${left} more problems.`] : [];
  return new TreasuryError(
    "invalid_request",
    [...problems.slice(0, maximumListed), ...more].join("\n"),
  );
}

/** Returns the offset of the field, or of the nearest object around it if the field is missing. */
function offsetOf({ path }: Problem, { contents }: Document): number {
  let node: unknown = contents;
  let offset = offsetOfNode(node);
  for (const segment of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        ({ key }) => String(isScalar(key) ? key.value : key) === segment,
      );
      if (pair === undefined) break;
      offset = offsetOfNode(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(segment)];
      offset = offsetOfNode(node) ?? offset;
    } else break;
  }
  return offset ?? 0;
}

function offsetOfNode(node: unknown): number | undefined {
  return isNode(node) ? (node as Node).range?.[0] : undefined;
}
