import { ruleSetJsonSchema, type WrittenRule } from "@agent-treasury/rules";

/** Texts for people, and options for approvals that the table's approvers do not give. */
const notShown = new Set([
  "id",
  "message",
  "selfReported",
  "then.requireApprovals.passkey",
  "then.requireApprovals.page",
]);
/** `review` is the default of a limit. */
const defaults = ["then.limit.atProposal=review", "then.limit.counts=all"];

/** Returns the parts of the rules' JSON Schema that no rule uses. */
export function missingFromTable(rules: readonly WrittenRule[]): readonly string[] {
  const schema = ruleSetJsonSchema() as unknown as Schema;
  const rule = schema.properties?.["rules"]?.items ?? {};
  const used = new Set([...rules.flatMap((one) => pathsOf(one, "")), ...defaults]);
  return partsOf(rule, "").filter((part) => !used.has(part) && !notShown.has(part));
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

/** For example `when.agents` and `then.limit.per=day`. */
function partsOf(schema: Schema, path: string): string[] {
  const { properties, anyOf, enum: values } = schema;
  if (values !== undefined && !path.startsWith("when.days")) {
    return values.map((value) => `${path}=${String(value)}`);
  }
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, inner]) =>
      partsOf(inner, joined(path, name)),
    );
  }
  const alternatives = (anyOf ?? []).filter((one) => one.properties ?? one.enum);
  return alternatives.length > 0 ? alternatives.flatMap((one) => partsOf(one, path)) : [path];
}

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, joined(path, name)));
  }
  return [path, `${path}=${String(value)}`];
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
