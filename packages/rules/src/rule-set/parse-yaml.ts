import { TreasuryError } from "@agent-treasury/provider";
import {
  type Document,
  LineCounter,
  type Node,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
} from "yaml";
import { checkRuleSet } from "./check-rule-set.ts";
import { type Problem, describe } from "./problem.ts";
import { knownRails } from "./read-rule-set.ts";
import type { RuleSet } from "./rule-set.ts";
import { isShort } from "./to-yaml.ts";

/** Comments make a file larger than the rule set in it. */
const maximumBytes = 262_144;
const maximumListed = 50;

/** Rules in YAML with their problems. */
export interface CheckedText {
  /** The data of the text. Null if it is not YAML. */
  readonly input: unknown;
  /** Null if there are problems. */
  readonly set: RuleSet | null;
  /** In the order of the text. */
  readonly problems: readonly PlacedProblem[];
  /** Whether parts of it are written once and repeated by aliases. */
  readonly hasAliases: boolean;
}

export interface PlacedProblem extends Problem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The problem as a sentence. */
  readonly sentence: string;
}

/**
 * Checks rules in YAML 1.2. JSON is also YAML.
 *
 * @param rails - `knownRails` and the provider names of the deployment's payment executors.
 * @throws TreasuryError `invalid_request` if it is too large, or its aliases expand too far.
 */
export function checkRulesText(text: string, rails: readonly string[] = knownRails): CheckedText {
  if (new TextEncoder().encode(text).length > maximumBytes) {
    throw invalid([`The rules have more than ${maximumBytes.toLocaleString("en-US")} bytes.`]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
  });
  const placed = (offset: number, problem: Problem, sentence: string): PlacedProblem => {
    const { line, col: column } = lines.linePos(offset);
    return { ...problem, line, column, sentence };
  };
  const flaws = [...document.errors, ...document.warnings];
  if (flaws.length > 0) {
    const problems = flaws.map(({ pos, message }) =>
      placed(pos[0], { path: [], message }, message.trim()),
    );
    return { input: null, set: null, problems, hasAliases: false };
  }
  const input = toData(document);
  const read = { input, hasAliases: hasAliases(document) };
  const checked = checkRuleSet(input, rails);
  if (checked.set !== null) return { ...read, set: checked.set, problems: [] };
  const problems = checked.problems
    .map((problem) => [offsetOf(problem, document), problem] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([offset, problem]) => placed(offset, problem, describe(problem, input)));
  return { ...read, set: null, problems };
}

/**
 * Reads rules as `checkRulesText` does.
 *
 * @throws TreasuryError `invalid_request`, with line and column of each problem.
 */
export function parseRules(text: string, rails: readonly string[] = knownRails): RuleSet {
  const { set, problems } = checkRulesText(text, rails);
  if (set !== null) return set;
  throw invalid(
    problems.map(({ line, column, sentence }) => `Line ${line}, column ${column}: ${sentence}`),
  );
}

/**
 * Changes one field of rules in YAML, and keeps comments and the order of the others. A text with
 * aliases or errors of syntax remains as it is.
 *
 * @param value undefined to remove the field, and a `when` that has no other.
 */
export function changeRulesText(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || hasAliases(document)) return text;
  if (value === undefined) remove(document, path);
  else put(document, path, value);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function remove(document: Document, path: readonly (string | number)[]): void {
  const around = path.slice(0, -1);
  const left = document.getIn(around);
  if (!isCollection(left)) return;
  left.delete(path.at(-1));
  const isEmptied = isMap(left) && left.items.length === 0;
  if (isEmptied && around.at(-1) === "when") document.deleteIn(around);
}

function put(document: Document, path: readonly (string | number)[], value: unknown): void {
  for (const [length, key] of path.entries()) {
    const around = path.slice(0, length);
    const node = document.getIn(around, true);
    const isList = typeof key === "number";
    if (node === undefined || (isList ? isSeq(node) : isMap(node))) continue;
    document.setIn(around, inPlaceOf(node, document.createNode(isList ? [] : {})));
  }
  const before = document.getIn(path, true);
  const isPlain = value === null || typeof value !== "object";
  // The library keeps the comment of a scalar if it is given the value alone.
  if (isPlain && isScalar(before)) document.setIn(path, value);
  else {
    const node = document.createNode(value);
    visit(node, {
      Seq: (_key, list) => {
        list.flow = isShort(list);
      },
    });
    document.setIn(path, inPlaceOf(before, node));
  }
}

/** Keeps the comments of a node, and of the values of its list that remain. */
function inPlaceOf(before: unknown, node: Node): Node {
  if (!isNode(before)) return node;
  const { comment, commentBefore, spaceBefore } = before;
  Object.assign(node, { comment, commentBefore, spaceBefore });
  if (isSeq(before) && isSeq(node)) {
    const items = before.items.filter((item) => isScalar(item));
    node.items = node.items.map(
      (item) => items.find(({ value }) => isScalar(item) && value === item.value) ?? item,
    );
    node.flow = node.flow === true && before.flow === true;
  }
  return node;
}

function hasAliases(document: Document): boolean {
  let has = false;
  visit(document, {
    Alias: () => {
      has = true;
      return visit.BREAK;
    },
  });
  return has;
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
