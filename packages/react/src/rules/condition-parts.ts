import type { WrittenRule } from "@agent-treasury/sdk-client";
import { joined } from "../approvals/approval-text.ts";
import { formatUsd } from "../format/usd.ts";
import type { PartShape, RuleField } from "./form/rule-fields.ts";

type Condition = NonNullable<WrittenRule["when"]>;

/** A condition as the form edits it, and as text. Exactly one of its shapes is given. */
interface ConditionPart<Value> {
  readonly label: string;
  readonly shapes: readonly PartShape[];
  /** One phrase for each part of the value. */
  text(value: Value): readonly string[];
}

const names = (
  name: string,
  hint: string,
  more: readonly PartShape[] = [],
): readonly PartShape[] => [
  {
    label: "one of",
    key: "in",
    value: { in: [] },
    fields: [{ path: ["when", name, "in"], label: "Names", kind: "list", hint }],
  },
  {
    label: "none of",
    key: "notIn",
    value: { notIn: [] },
    fields: [{ path: ["when", name, "notIn"], label: "Names", kind: "list", hint }],
  },
  ...more,
];

const range = (name: string, kind: "usd" | "number", unit: string): readonly PartShape[] => [
  {
    label: "",
    key: null,
    value: { from: 1 },
    fields: [
      {
        path: ["when", name, "from"],
        label: `From (${unit})`,
        kind,
        optional: ["when", name, "below"],
      },
      {
        path: ["when", name, "below"],
        label: `Below (${unit})`,
        kind,
        optional: ["when", name, "from"],
      },
    ],
  },
];

const plain = (
  name: string,
  label: string,
  kind: RuleField["kind"],
  value: unknown,
  hint?: string,
): readonly PartShape[] => [
  {
    label: "",
    key: null,
    value,
    fields: [{ path: ["when", name], label, kind, ...(hint !== undefined && { hint }) }],
  },
];

const lines = "One on each line.";

/** Every condition, in the order of its text. A list is the short form of `one of`. */
export const conditionParts: {
  readonly [Field in keyof Condition]-?: ConditionPart<NonNullable<Condition[Field]>>;
} = {
  vendors: {
    label: "Vendor",
    shapes: names("vendors", lines, [
      {
        label: "paid for the first time",
        key: "firstPayment",
        value: { firstPayment: true },
        fields: [],
      },
    ]),
    text: ({ in: listed, notIn }) => {
      if (listed !== undefined) return listText("to", listed);
      return notIn === undefined
        ? ["to a payee for the first time"]
        : listText("to others than", notIn);
    },
  },
  categories: {
    label: "Category",
    shapes: names("categories", lines, [
      { label: "missing", key: "none", value: { none: true }, fields: [] },
    ]),
    text: (listed) =>
      "none" in listed ? ["without a category"] : namesText("category", "in", listed),
  },
  amountUsd: {
    label: "Amount",
    shapes: range("amountUsd", "usd", "USD"),
    text: ({ from, below }) => {
      if (from !== undefined && below !== undefined) {
        return [`from ${writtenUsd(from)} to below ${writtenUsd(below)}`];
      }
      if (from !== undefined) return [`from ${writtenUsd(from)}`];
      return below === undefined ? [] : [`below ${writtenUsd(below)}`];
    },
  },
  balancePercent: {
    label: "Part of the balance",
    shapes: range("balancePercent", "number", "percent"),
    text: ({ from, below }) => [
      ...(from === undefined ? [] : [`from ${from}% of the balance`]),
      ...(below === undefined ? [] : [`below ${below}% of the balance`]),
    ],
  },
  agents: {
    label: "Agent",
    shapes: names("agents", "Ids, one on each line."),
    text: (listed) => namesText("agent", "by", listed),
  },
  allocations: {
    label: "Allocation",
    shapes: plain("allocations", "Allocations", "list", [], "Ids, one on each line."),
    text: (ids) => listText("from allocation", ids),
  },
  rails: {
    label: "Paid by",
    shapes: plain("rails", "Paid by", "list", ["ledger"], lines),
    text: (listed) => listText("paid by", listed),
  },
  days: {
    label: "Days",
    shapes: plain("days", "Days", "days", ["sat", "sun"]),
    text: (days) => [`on ${joined(days.map((day) => dayNames[day]))}`],
  },
  hours: {
    label: "Hours",
    shapes: plain(
      "hours",
      "Hours",
      "text",
      "22:00-06:00",
      "Such as 22:00-06:00. The end does not count.",
    ),
    text: (hours) => [`at ${hours.replace("-", "–")}`],
  },
  timeZone: {
    label: "Time zone",
    shapes: plain("timeZone", "Time zone", "text", "", "Such as Europe/Rome."),
    text: (zone) => [`in ${zone}`],
  },
};

/** Returns what conditions describe, one phrase for each. */
export function conditionTexts(when: Condition): readonly string[] {
  return Object.entries(conditionParts).flatMap(([field, part]) => {
    const value = when[field as keyof Condition];
    return value === undefined ? [] : (part as ConditionPart<unknown>).text(value);
  });
}

function namesText(
  noun: string,
  preposition: string,
  listed: NonNullable<Condition["agents"]>,
): readonly string[] {
  return "notIn" in listed
    ? listText(`${preposition} another ${noun} than`, listed.notIn)
    : listText(`${preposition} ${noun}`, "in" in listed ? listed.in : listed);
}

function listText(name: string, values: readonly string[]): readonly string[] {
  return [`${name} ${joined(values, "or")}`];
}

export function writtenUsd(amount: number | string): string {
  return formatUsd(Number(amount));
}

export const dayNames = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
} as const;
