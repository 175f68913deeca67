import { formatUsd } from "../format/usd.ts";

/** A value with its label. */
export type LabelledValue = readonly [label: string, value: string];

/** The raw data has the rest. */
const mostValues = 16;
const deepest = 2;

/** Other fields are labelled with their name. */
const labels: ReadonlyMap<string, string> = new Map([
  ["url", "Address"],
  ["text", "Content"],
  ["from", "Seller"],
]);

/** Explanations for the model, ids, and screening, which has a step of its own. */
const onlyInRawData = /^(?:note|reminder|proposalId|verdict)$/;

/** Returns the fields of an object as text with labels. Fields of objects in it follow their own. */
export function labelledValues(value: unknown): readonly LabelledValue[] {
  return valuesIn(value, 0).slice(0, mostValues);
}

function valuesIn(value: unknown, depth: number): readonly LabelledValue[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]): readonly LabelledValue[] => {
    if (onlyInRawData.test(name)) return [];
    if (isRecord(field) && depth < deepest) return valuesIn(field, depth + 1);
    const text = textOf(name, field);
    if (text === null) return [];
    // A number is the answer of a server. The status of a spend is a word.
    return [[name === "status" && typeof field === "number" ? "HTTP status" : labelOf(name), text]];
  });
}

function textOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number" && name.endsWith("Usd")) return formatUsd(value);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.some((item) => typeof item === "object")) return "See the raw data";
  return items.join(", ");
}

/** Returns a label for a field: "Content type" for `contentType`. */
function labelOf(name: string): string {
  const words = name
    .replace(/Usd$/, "")
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
