/** A problem of written rules. */
export interface Problem {
  /** From the root, for example `["rules", 0, "then", "limit", "per"]`. */
  readonly path: readonly (string | number)[];
  /** The predicate of a sentence whose subject is the field, without a full stop. */
  readonly message: string;
}

const maximumListed = 50;
const longestField = 60;

/** Describes problems as one sentence per line. Names a rule by its id, if it has one. */
export function describeProblems(problems: readonly Problem[], input: unknown): string {
  const lines = problems.slice(0, maximumListed).map((problem) => describe(problem, input));
  const left = problems.length - lines.length;
  return [...lines, ...(left > 0 ? [`There are ${left} more problems.`] : [])].join("\n");
}

/** Describes one problem as a sentence. */
export function describe({ path, message }: Problem, input: unknown): string {
  const id = path[0] === "rules" ? idAt(input, path[1]) : undefined;
  const field = (id === undefined ? path : path.slice(2)).map(shortened).join(".");
  const subject = field === "" ? "" : `\`${field}\` `;
  if (id !== undefined) return `Rule \`${id}\`: ${subject}${message}.`;
  return field === "" ? `The rule set ${message}.` : `${subject}${message}.`;
}

function shortened(segment: string | number): string {
  const text = String(segment);
  return text.length <= longestField ? text : `${text.slice(0, longestField)}…`;
}

/** Returns the id of a rule, unless it is missing, malformed, or the rule itself. */
function idAt(input: unknown, index: string | number | undefined): string | undefined {
  if (!isRecord(input) || !Array.isArray(input["rules"])) return undefined;
  const rule: unknown = input["rules"][Number(index)];
  const id = isRecord(rule) ? rule["id"] : undefined;
  return typeof id === "string" && ruleIdPattern.test(id) ? id : undefined;
}

export const ruleIdPattern: RegExp = /^[a-z0-9][a-z0-9-]{0,39}$/;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
