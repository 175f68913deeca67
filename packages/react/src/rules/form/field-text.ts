import { readUsd } from "../../format/usd.ts";
import type { RuleField } from "./rule-fields.ts";

/** A list has one value on each line, because names may contain commas. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What is empty or not a number remains a text, so that validation reports it. */
export function readText(kind: RuleField["kind"], text: string): unknown {
  const trimmed = text.trim();
  if (kind === "list") {
    const listed = text.split("\n").map((one) => one.trim());
    return listed.filter((one) => one !== "");
  }
  if (kind === "usd") return readUsd(trimmed) ?? trimmed;
  return kind === "number" && /^\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
