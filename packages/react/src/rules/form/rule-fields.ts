import type { WrittenRule } from "@agent-treasury/sdk-client";

/** A field of a rule in the form. */
export interface RuleField {
  /** From the rule. */
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: "usd" | "number" | "text" | "list" | "choice" | "switch" | "days";
  readonly hint?: string;
  /** Emptied, it is removed: always, or if the rule has the field at this path. */
  readonly optional?: true | readonly string[];
  /** Of a choice. An empty value removes the field. */
  readonly options?: readonly (readonly [value: string, label: string])[];
}

/** One form of a condition or an effect. */
export interface PartShape {
  /** Beside the label, such as `is one of`. Empty for the only shape. */
  readonly label: string;
  /** The field that only this shape has. Null for a list or a text without an object. */
  readonly key: string | null;
  /** The value with which it begins. */
  readonly value: unknown;
  readonly fields: readonly RuleField[];
}

type Action = WrittenRule["then"];

const groups = [
  ["", "All together"],
  ["agent", "Each agent"],
  ["vendor", "Each vendor"],
  ["category", "Each category"],
  ["allocation", "Each allocation"],
] as const;

const windows = [
  ["", "Each spend"],
  ["hour", "An hour"],
  ["day", "A day"],
  ["week", "A week"],
  ["month", "A month"],
  ["quarter", "A quarter"],
  ["year", "A year"],
] as const;

const limitOptions: readonly RuleField[] = [
  { path: ["then", "limit", "per"], label: "In", kind: "choice", options: windows },
  { path: ["then", "limit", "by"], label: "Counted for", kind: "choice", options: groups },
  {
    path: ["then", "limit", "counts"],
    label: "Counts",
    kind: "choice",
    options: [
      ["", "Every spend"],
      ["automatic", "Spends without a person"],
    ],
  },
  {
    path: ["then", "limit", "atProposal"],
    label: "Beyond it",
    kind: "choice",
    options: [
      ["", "Needs approval"],
      ["deny", "Denied"],
    ],
  },
];

function limitShape(
  label: string,
  measure: RuleField,
  value: Readonly<Record<string, unknown>>,
): readonly [string, PartShape] {
  const [, , key = ""] = measure.path;
  return [key, { label, key, value, fields: [measure, ...limitOptions] }];
}

const limits = new Map([
  limitShape(
    "Limit an amount",
    { path: ["then", "limit", "amountUsd"], label: "At most (USD)", kind: "usd" },
    { amountUsd: 100, per: "day" },
  ),
  limitShape(
    "Limit the number of spends",
    { path: ["then", "limit", "count"], label: "At most (spends)", kind: "number" },
    { count: 10, per: "day" },
  ),
  limitShape(
    "Limit new payees",
    { path: ["then", "limit", "newPayees"], label: "At most (new payees)", kind: "number" },
    { newPayees: 1, per: "day" },
  ),
]);

const effect = (
  label: string,
  key: keyof Action,
  value: unknown,
  fields: readonly RuleField[] = [],
): PartShape => ({ label, key, value: { [key]: value }, fields });

/** Every effect. A limit has one shape for each measure. */
export const effectShapes: readonly PartShape[] = [
  effect("Require approvals", "requireApprovals", { count: 1 }, [
    { path: ["then", "requireApprovals", "count"], label: "Persons", kind: "number" },
    {
      path: ["then", "requireApprovals", "from"],
      label: "From groups",
      kind: "list",
      optional: true,
      hint: "One on each line. Empty for anyone.",
    },
    {
      path: ["then", "requireApprovals", "notProposer"],
      label: "Not the person behind the agent",
      kind: "switch",
    },
    { path: ["then", "requireApprovals", "passkey"], label: "With a passkey", kind: "switch" },
    { path: ["then", "requireApprovals", "page"], label: "On the page only", kind: "switch" },
  ]),
  effect("Deny", "deny", true),
  ...[...limits.values()].map((shape) => ({ ...shape, value: { limit: shape.value } })),
  effect("Approve without a person", "autoApprove", true, [
    {
      path: ["selfReported"],
      label: "Accept what the agent reports",
      kind: "switch",
      hint: "Needed with conditions on vendor or category.",
    },
  ]),
  effect("Keep a reserve", "keepAvailableUsd", 100, [
    { path: ["then", "keepAvailableUsd"], label: "Available at least (USD)", kind: "usd" },
  ]),
  effect("Find repeated spends", "duplicate", { hours: 24 }, [
    { path: ["then", "duplicate", "hours"], label: "Within (hours)", kind: "number" },
  ]),
];

export const textFields: readonly RuleField[] = [
  {
    path: ["message"],
    label: "Message",
    kind: "text",
    optional: true,
    hint: "Agents and approvers see it instead of the figures.",
  },
  {
    path: ["validFrom"],
    label: "Valid from",
    kind: "text",
    optional: true,
    hint: "Such as 2026-12-01T00:00:00Z.",
  },
  { path: ["validUntil"], label: "Valid until", kind: "text", optional: true },
];

/** Returns the shape that a written part has; undefined for one of a newer version. */
export function shapeOf(shapes: readonly PartShape[], value: unknown): PartShape | undefined {
  if (Array.isArray(value)) return shapes.find(({ key }) => key === null || key === "in");
  const given = valueIn(value, ["limit"]) ?? value;
  return shapes.find(({ key }) => key === null || valueIn(given, [key]) !== undefined);
}

/** A value for the field at a path from the rule. Undefined removes the field. */
export type FieldChange = readonly [path: readonly string[], value: unknown];

/** Returns what an input of a field changes. Only an optional field is removed if it is emptied. */
export function changesBy(
  rule: unknown,
  { optional }: RuleField,
  path: readonly string[],
  value: unknown,
): readonly FieldChange[] {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  const other = Array.isArray(optional) ? valueIn(rule, optional) : undefined;
  const isRemoved = isEmpty && (optional === true || other !== undefined);
  const change: FieldChange = [path, isRemoved ? undefined : value];
  // One bound is enough, so an emptied one goes when the other is given.
  return Array.isArray(optional) && other === "" && !isEmpty
    ? [change, [optional, undefined]]
    : [change];
}

/** Returns what another effect changes: only automatic approval has `selfReported`. */
export function changesByEffect(rule: unknown, { key, value }: PartShape): readonly FieldChange[] {
  const isLeft = key !== "autoApprove" && valueIn(rule, ["selfReported"]) !== undefined;
  return [[["then"], value], ...(isLeft ? [[["selfReported"], undefined] as const] : [])];
}

export function valueIn(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null
        ? (inner as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
}
