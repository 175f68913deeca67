import { z } from "zod";
import { defaultWorkspaceId, requestLimits } from "../defaults.ts";
import { type OutsideText, readOutsideText } from "../outside-text.ts";

/** Names a JSON value's kind as a person would. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") {
    return Number.isFinite(value) ? "a number" : "a number too large to represent";
  }
  if (typeof value === "object") return "an object";
  if (typeof value === "string" && value.length <= 40) return JSON.stringify(value);
  return `a ${typeof value}`;
}

/** Says that a field is missing or of the wrong kind, for zod's `error` option. */
export function mustBe(expected: string): (issue: { input?: unknown }) => string {
  return ({ input }) => {
    if (input === undefined) return `is required and must be ${expected}`;
    // What was made a number and is none: nobody knows any more what it was.
    if (Number.isNaN(input)) return `must be ${expected}`;
    return `must be ${expected}, not ${kindOf(input)}`;
  };
}

type Flaw = NonNullable<OutsideText["flaw"]>;

const flawProblems: Readonly<Record<Flaw, string>> = {
  "U+0000": "must not contain the character U+0000",
  "bidirectional controls": "must not contain bidirectional control characters",
  "control characters": "must not contain control characters",
};

const everyFlaw: readonly Flaw[] = ["U+0000", "bidirectional controls", "control characters"];

/** Text without the given flaws, as a JSON schema can describe it too. */
function textWithout(flaws: readonly Flaw[], maximum: number): z.ZodString {
  return z
    .string({ error: mustBe("a string") })
    .superRefine((value, context) => {
      const { flaw } = readOutsideText(value);
      if (flaw !== null && flaws.includes(flaw)) {
        context.addIssue({ code: "custom", message: flawProblems[flaw] });
      }
    })
    .max(maximum, { error: `must have at most ${maximum} characters` });
}

function filled(field: z.ZodString): z.ZodString {
  return field.regex(/\S/, { error: "must not be empty" });
}

function normalised(value: string): string {
  return readOutsideText(value).text;
}

/** A name, or text that an approver decides by. Rejects control characters. */
export function text(maximum: number): z.ZodType<string, unknown> {
  return textWithout(everyFlaw, maximum).transform(normalised);
}

/** As `text`, and not blank. */
export function filledText(maximum: number): z.ZodType<string, unknown> {
  return filled(textWithout(everyFlaw, maximum)).transform(normalised);
}

/** A command, not blank. It may use control characters, but not bidirectional ones. */
export function commandText(maximum: number): z.ZodType<string, unknown> {
  const flaws: readonly Flaw[] = ["U+0000", "bidirectional controls"];
  return filled(textWithout(flaws, maximum)).transform(normalised);
}

/** A message of a conversation. Bidirectional controls are removed from it. */
export function prose(maximum: number): z.ZodType<string, unknown> {
  return textWithout(["U+0000"], maximum).transform(normalised);
}

/** As `prose`, and not blank. */
export function filledProse(maximum: number): z.ZodType<string, unknown> {
  return filled(textWithout(["U+0000"], maximum))
    .transform(normalised)
    .refine((value) => /\S/.test(value), { error: "must not be empty" });
}

/** A workspace's name: trimmed, `demo` when blank or left out. */
export const workspaceId: z.ZodType<string, unknown> = z
  .string({ error: mustBe("a string") })
  .optional()
  .transform((value) => value?.trim() || defaultWorkspaceId)
  .refine((value) => /^[A-Za-z0-9._:@-]+$/.test(value), {
    error: "may have letters, digits and the characters . _ : @ - alone",
  })
  .refine((value) => value.length <= requestLimits.workspaceIdCharacters, {
    error: `must have at most ${requestLimits.workspaceIdCharacters} characters`,
  })
  .meta({ pattern: `^\\s*[A-Za-z0-9._:@-]{0,${requestLimits.workspaceIdCharacters}}\\s*$` });

const plainId = z.string({ error: mustBe("a string") }).regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/, {
  error: "must be 1 to 128 letters, digits, _ or -, and begin with a letter or digit",
});

/** A machine's id: nothing in it can reach another path of the host's API. */
export const machineId: z.ZodType<string, unknown> = plainId;

/** A turn's id. */
export const turnId: z.ZodType<string, unknown> = plainId;

/** The id of an event of a turn, which is its place. */
export const eventId: z.ZodType<string, unknown> = z
  .string({ error: mustBe("a string") })
  .regex(/^\d{1,15}$/, { error: "must be the id of an event: 1 to 15 digits" });

/** A finite number; what it may be beyond that is the money module's to say. */
export const amount: z.ZodType<number, unknown> = z.number({
  error: mustBe("a finite number of USD"),
});

/** How long a command may take. */
export const seconds: z.ZodType<number, unknown> = z
  .number({ error: mustBe("a number of seconds") })
  .min(1, { error: "must be at least 1" })
  .max(600, { error: "must be at most 600" });
