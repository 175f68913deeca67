import { type PartToJson, partToJson } from "../kernel/views/shown-records.ts";

/** For longer texts, V8 and Node map memory, which takes longer than writing to it. */
const charactersInPiece = 65_536;
/** Deeper objects, and those in lists, are serialized whole. */
const levels = 2;

/** JSON of a body. If it contains records that were shown before, it may be in pieces. */
export function jsonText(body: unknown): string | readonly string[] {
  const { [partToJson]: toJson } = (body ?? {}) as { readonly [partToJson]?: PartToJson };
  if (toJson === undefined) return JSON.stringify(body);
  const pieces: string[] = [];
  let last = "";
  const add = (text: string): void => {
    if (last.length + text.length > charactersInPiece && last !== "") {
      pieces.push(last);
      last = text;
    } else last += text;
  };
  addJson(body, levels, toJson, add);
  return pieces.length === 0 ? last : [...pieces, last];
}

type Add = (text: string) => void;

function addJson(value: unknown, level: number, toJson: PartToJson, add: Add): void {
  if (Array.isArray(value)) return addList(value, toJson, add);
  if (level === 0 || !isRecord(value)) return add(toJson(value) ?? "null");
  let before = "{";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    add(`${before}${JSON.stringify(name)}:`);
    addJson(field, level - 1, toJson, add);
    before = ",";
  }
  add(before === "{" ? "{}" : "}");
}

function addList(items: readonly unknown[], toJson: PartToJson, add: Add): void {
  let before = "[";
  for (const item of items) {
    add(before);
    add(toJson(item) ?? "null");
    before = ",";
  }
  add(before === "[" ? "[]" : "]");
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !("toJSON" in value);
}
