import { invisible, readOutsideText } from "@agent-treasury/contract";
import { earlierName } from "@agent-treasury/provider/helpers";
import { closest, distance } from "fastest-levenshtein";
import * as z from "zod";
import type { WrittenUsd } from "./written-rule-set.ts";
import { decimalUsd, isUsd } from "./written-usd.ts";

/** The maximum number of values in the lists of one rule. */
export const maximumListed = 2_000;

type ErrorMap = (issue: z.core.$ZodRawIssue) => string;

/** Creates the message for a missing or invalid value. */
export function expects(expected: string): ErrorMap {
  return ({ input }) =>
    input === undefined
      ? `is required and must be ${expected}`
      : `must be ${expected}, not ${shown(input)}`;
}

/** Creates the message for an optional field whose only value is `true`. */
export function expectsTrue(remedy: string): ErrorMap {
  const error = expects("`true`");
  return (issue) => `${error(issue)}. ${remedy}`;
}

function shown(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string" && value.length <= 60) return JSON.stringify(value);
  return typeof value === "object" ? "an object" : "a long text";
}

/**
 * An object without other fields. An unknown field is one line of the issue's message, in the order
 * of `keys`.
 */
export function strict<Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape);
  const expected = expects(`an object with ${alternatives(known, "or")}`);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => unknownField(key, known)).join("\n")
        : expected(issue),
  });
}

function unknownField(field: string, known: readonly string[]): string {
  const written = letters(field);
  const same =
    known.find((one) => letters(one) === written) ??
    known.find((one) => written.length > 2 && letters(one).startsWith(written));
  const nearest = same ?? closest(field.slice(0, 60), known);
  return same !== undefined || distance(nearest, field) <= 2
    ? `is not a known field. The nearest one is \`${nearest}\``
    : `is not a known field. Use ${alternatives(known, "or")}`;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

/** @example alternatives(["a", "b"], "or"); // "`a` or `b`" */
export function alternatives(names: readonly string[], conjunction: "or" | "and"): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2
    ? quoted.join("")
    : `${quoted.slice(0, -1).join(", ")} ${conjunction} ${quoted.at(-1)}`;
}

/** Returns the message unless exactly one of the fields is given. */
export function exactlyOne(given: object, names: readonly string[]): string | undefined {
  const found = names.filter((name) => (given as Record<string, unknown>)[name] !== undefined);
  if (found.length === 1) return undefined;
  const expected = `must have exactly one of ${alternatives(names, "and")}`;
  return found.length === 0 ? expected : `${expected}, not ${alternatives(found, "and")}`;
}

/** A whole number. */
export function whole(minimum: number, maximum: number): z.ZodType<number> {
  // Formatted for a problem only, because the first format of a process takes milliseconds.
  const expected = (): string =>
    `a whole number from ${minimum} to ${maximum.toLocaleString("en-US")}`;
  return z
    .int({ error: (issue) => expects(expected())(issue) })
    .min(minimum)
    .max(maximum);
}

const usdError = expects(
  'an amount from 0 to 1,000,000,000 USD with at most 6 decimals, as a number or as a text such as "12.50"',
);

export const usd: z.ZodType<WrittenUsd> = z
  .union(
    [
      z.number().meta({ minimum: 0, maximum: 1_000_000_000 }),
      z.string().meta({ pattern: decimalUsd.source }),
    ],
    { error: usdError },
  )
  .refine(isUsd, { error: usdError });

/** A list with at least one value. */
export function listOf<Item>(item: z.ZodType<Item>, values: string): z.ZodType<readonly Item[]> {
  return z
    .array(item, { error: expects(`a list of ${values}`) })
    .min(1, { error: `must list at least one of the ${values}. Remove the field for any` })
    .max(maximumListed, {
      // Formatted for a problem only, like those of `whole`.
      error: () => `must list at most ${maximumListed.toLocaleString("en-US")} ${values}`,
    });
}

/** A text without control characters. */
export function plainText(maximum: number, expected: string): z.ZodType<string> {
  return z
    .string({ error: expects(`${expected}, in quotes if it looks like a number`) })
    .max(maximum, { error: `must have at most ${maximum} characters` })
    .refine((value) => readOutsideText(value).flaw === null && value.isWellFormed(), {
      error: "must not contain control characters or invalid Unicode",
    });
}

/** A vendor name, payee identity or category. */
export function comparedName(expected: string): z.ZodType<string> {
  return plainText(200, expected).refine((value) => earlierName(value) !== "", {
    error: "must not be blank",
  });
}

/**
 * An id that is compared exactly. An invisible character would make a rule look as if it applied to
 * another agent or group.
 */
export function exactId(expected: string): z.ZodType<string> {
  return plainText(128, expected)
    .refine((value) => value !== "" && value.trim() === value, {
      error: "must not be blank and must not begin or end with a space",
    })
    .refine((value) => !invisible.test(value), {
      error: "must not contain invisible characters",
    });
}
