import { requestLimits } from "@agent-treasury/contract";
import { nearestName } from "@agent-treasury/contract/names";
import * as z from "zod";

// Inputs have no transforms, and optional fields are nullable, so that every framework can write the
// JSON Schema that its models require. The treasury validates texts and amounts again.

type OptionalText = z.ZodOptional<z.ZodNullable<z.ZodString>>;

export function filled(maximumCharacters: number): z.ZodString {
  return z.string().min(1).max(maximumCharacters);
}

export const usd: z.ZodNumber = z.number().positive();

export const category: OptionalText = z
  .string()
  .max(requestLimits.categoryCharacters)
  .nullish()
  .describe("Kind of purchase");

/** Another currency is refused by the treasury. */
export const currency: OptionalText = z.string().nullish().describe("USD, the only currency");

/** Blank is omitted. */
export const idempotencyKey: OptionalText = z
  .string()
  .max(requestLimits.keyCharacters)
  .nullish()
  .describe(
    "Only to buy the same thing again: a new key is a new purchase. Without a key, the same values are the same purchase.",
  );

/** The input of a spend. Its error names the argument that is nearest to an unknown one. */
export function spendInput<Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? unknownArgument(issue.keys, shape) : undefined,
  });
}

const longestShown = 60;

function unknownArgument([name = ""]: readonly string[], shape: z.core.$ZodShape): string {
  const known = Object.keys(shape);
  const shown = JSON.stringify(name.slice(0, longestShown));
  return `${shown} is not a known argument. The nearest one is \`${nearestName(name, known) ?? ""}\`. The arguments are: ${known.join(", ")}.`;
}
