import type { Json } from "@agent-treasury/provider";
import { invalidRequest } from "../errors.ts";

const deepest = 32;

/**
 * Copies a value that code outside of the core stores.
 *
 * @throws TreasuryError `invalid_request` if it is no JSON, too large, or no storage accepts it.
 */
export function outsideJson(value: unknown, what: string, maximumBytes: number): Json {
  const flaw = flawOf(value, 0);
  if (flaw !== null) throw invalidRequest(`${what} ${flaw}.`);
  const text = JSON.stringify(value);
  if (new TextEncoder().encode(text).byteLength > maximumBytes) {
    throw invalidRequest(`${what} has more than ${maximumBytes} bytes.`);
  }
  return JSON.parse(text) as Json;
}

function flawOf(value: unknown, depth: number): string | null {
  if (value === null || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : "has an infinite number";
  if (typeof value === "string") return textFlaw(value);
  if (typeof value !== "object") return "is not JSON";
  if (depth >= deepest) return `is nested more than ${deepest} levels deep`;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  if (!isPlain || "toJSON" in value) return "is not JSON";
  for (const [name, part] of Object.entries(value)) {
    const flaw = textFlaw(name) ?? flawOf(part, depth + 1);
    if (flaw !== null) return flaw;
  }
  return null;
}

function textFlaw(text: string): string | null {
  if (!text.isWellFormed()) return "has text that is not well-formed";
  return text.includes("\u0000") ? "has the character U+0000" : null;
}
