import * as z from "zod";
import { defaultWorkspaceId, requestLimits } from "./defaults.ts";
import { type OutsideText, readOutsideText } from "./outside-text.ts";
import { hasVisibleCharacter } from "./visible-text.ts";

/** Describes the kind of a JSON value in an error message. */
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

/** Creates the message for a missing or mistyped field, for zod's `error` option. */
export function mustBe(expected: string): (issue: { input?: unknown }) => string {
  return ({ input }) => {
    if (input === undefined) return `is required and must be ${expected}`;
    // The conversion to a number has lost the original value.
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

const flawCharacters: Readonly<Record<Flaw, string>> = {
  "U+0000": "\\u0000",
  "bidirectional controls": "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069",
  "control characters": "\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f",
};

/**
 * Patterns of the characters that a text may have, for the OpenAPI document. They are not in the
 * schemas themselves, because some models' APIs refuse tools with such patterns.
 */
export const allowedPatterns: z.core.$ZodRegistry<{ pattern: string }> = z.registry();

/** Registers the characters that a schema refuses. */
export function forbid<Schema extends z.ZodType>(flaws: readonly Flaw[], schema: Schema): Schema {
  const characters = flaws.map((flaw) => flawCharacters[flaw]).join("");
  allowedPatterns.add(schema, { pattern: `^[^${characters}]*$` });
  return schema;
}

/** Equal fields have one schema, because every process creates all of them at its start. */
function shared<Schema>(create: (maximum: number) => Schema): (maximum: number) => Schema {
  const created = new Map<number, Schema>();
  return (maximum) => {
    const schema = created.get(maximum) ?? create(maximum);
    created.set(maximum, schema);
    return schema;
  };
}

/** Text without the given flaws. It has no transformation, so that JSON Schema can describe it. */
function textWithout(flaws: readonly Flaw[], maximum: number): z.ZodString {
  const schema = z.string({ error: mustBe("a string") }).superRefine((value, context) => {
    const { flaw } = readOutsideText(value);
    if (flaw !== null && flaws.includes(flaw)) {
      context.addIssue({ code: "custom", message: flawProblems[flaw] });
    }
  });
  return forbid(flaws, schema).max(maximum, {
    error: `must have at most ${maximum} characters`,
  });
}

export type Text = z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;

function filled(field: z.ZodString): z.ZodString {
  return field.regex(/\S/, { error: "must not be empty" });
}

function normalised(value: string): string {
  return readOutsideText(value).text;
}

const plain = shared((maximum) => textWithout(everyFlaw, maximum));

/** A name, or text that approvers read. Rejects control characters. */
export const text: (maximum: number) => Text = shared((maximum) =>
  plain(maximum).transform(normalised),
);

const visible = shared((maximum) =>
  filled(plain(maximum)).refine((value) => !/\S/.test(value) || hasVisibleCharacter(value), {
    error: "must contain a visible character",
  }),
);

/** Text that must show something, because approvers read it. */
export const filledText: (maximum: number) => Text = shared((maximum) =>
  visible(maximum).transform(normalised),
);

/** A line end in a name could show approvers a row that does not exist. */
function onOneLine(value: string): string {
  return normalised(value).replace(/[\t\n\r\u2028\u2029]+/g, " ");
}

/** A name on one line. Tabs and line ends become spaces. */
export const line: (maximum: number) => Text = shared((maximum) =>
  plain(maximum).transform(onOneLine),
);

/** A name that must show something. */
export const filledLine: (maximum: number) => Text = shared((maximum) =>
  visible(maximum).transform(onOneLine),
);

export type Optional<Field extends z.ZodType> = z.ZodPipe<
  z.ZodOptional<z.ZodNullable<Field>>,
  z.ZodTransform<z.output<Field> | undefined, z.output<Field> | null | undefined>
>;

/** An optional field of a spend. Models write null for an argument that they omit. */
export function optional<Field extends z.ZodType>(field: Field): Optional<Field> {
  return field.nullish().transform((value) => value ?? undefined);
}

/** An optional key. Models write null or an empty text for a key that they omit. */
export const optionalKey: (maximum: number) => Optional<z.ZodString> = shared((maximum) =>
  plain(maximum)
    .refine((value) => !/\S/.test(value) || hasVisibleCharacter(value), {
      error: "must contain a visible character",
    })
    .nullish()
    .transform((value) => (value != null && /\S/.test(value) ? normalised(value) : undefined)),
);

const onlyUsd = "must be `USD`, because the treasury spends only USD. Convert the amount to USD";

/** Models state it, although an amount is always USD. */
export const currency: Optional<z.ZodString> = optional(
  z.string({ error: onlyUsd }).regex(/^\s*[Uu][Ss][Dd]\s*$/, { error: onlyUsd }),
).describe("`USD`, the only currency. May be omitted.");

/** A command that must not be blank. Control characters are allowed, except bidirectional ones. */
export function commandText(maximum: number): Text {
  const flaws: readonly Flaw[] = ["U+0000", "bidirectional controls"];
  return filled(textWithout(flaws, maximum)).transform(normalised);
}

/** A message of a conversation. Removes bidirectional controls. */
export const prose: (maximum: number) => Text = shared((maximum) =>
  textWithout(["U+0000"], maximum).transform(normalised),
);

/** A message that must not be blank. */
export function filledProse(maximum: number): Text {
  return filled(textWithout(["U+0000"], maximum))
    .transform(normalised)
    .refine((value) => /\S/.test(value), { error: "must not be empty" });
}

/** A workspace id: trimmed, `demo` if blank or omitted. */
export const workspaceId = z
  .string({ error: mustBe("a string") })
  .optional()
  .transform((value) => value?.trim() || defaultWorkspaceId)
  .refine((value) => /^[A-Za-z0-9._:@-]+$/.test(value), {
    error: "must have only letters, digits and . _ : @ -",
  })
  .refine((value) => value.length <= requestLimits.workspaceIdCharacters, {
    error: `must have at most ${requestLimits.workspaceIdCharacters} characters`,
  })
  .meta({
    pattern: `^\\s*[A-Za-z0-9._:@-]{0,${requestLimits.workspaceIdCharacters}}\\s*$`,
    description:
      "1 to 128 letters, digits and `. _ : @ -`. It is trimmed; `demo` if blank or omitted.",
  });

const plainId = z.string({ error: mustBe("a string") }).regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/, {
  error: "must be 1 to 128 letters, digits, _ or -, and begin with a letter or digit",
});

/** A machine id. It cannot address another path of the machine host's API. */
export const machineId = plainId.describe("Machine id.");

export const turnId = plainId.describe("Turn id.");

function principalId(what: string): z.ZodString {
  const error = `must be 1 to ${requestLimits.agentIdCharacters} letters, digits and . _ : @ -, and begin with a letter or digit`;
  return z
    .string({ error: mustBe("a string") })
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:@-]{0,63}$/, { error })
    .describe(what);
}

/** Ids of proposers that are not external agents. JSON Schema expresses them by `not` only. */
const reservedAgentIds = /^(?:agent|person|plugin:.*)$/;

/** The id of an external agent. */
export const agentId: z.ZodString = principalId(
  "Id of the agent: 1 to 64 letters, digits and `. _ : @ -`. Not `agent`, `person` or `plugin:…`.",
).refine((value) => !reservedAgentIds.test(value), {
  error: "must not be `agent`, `person` or `plugin:…`, which are reserved",
});

/** The id of any agent, with the built-in one. */
export const anyAgentId: z.ZodString = principalId(
  "Id of the agent: `agent` for the built-in agent, otherwise the id from its credential.",
).refine((value) => value !== "person", { error: "must be an agent, not `person`" });

export const allocationId = principalId("Id of an allocation.");

/** The id of an event: its position in the turn. */
export const eventId = z
  .string({ error: mustBe("a string") })
  .regex(/^\d{1,15}$/, { error: "must be the id of an event: 1 to 15 digits" });

const finiteAmount = z.number({ error: mustBe("a finite number of USD") });

/**
 * An amount above zero. `Micros` checks its range and decimals. JSON Schema has no bound of decimals
 * for it, because validators divide by `multipleOf` as doubles, and refuse amounts such as 0.07.
 */
export const amount = finiteAmount.meta({ exclusiveMinimum: 0, maximum: 1_000_000_000 });

/** A limit, from zero. */
export const amountFromZero = finiteAmount.meta({ minimum: 0, maximum: 1_000_000_000 });

/** An amount of a deposit, in whole cents. */
export const depositAmount = finiteAmount.meta({ minimum: 1, maximum: 999_999.99 });

export const seconds = z
  .number({ error: mustBe("a number of seconds") })
  .min(1, { error: "must be at least 1" })
  .max(600, { error: "must be at most 600" });

export const time = z.iso.datetime();

export const hash = z.string().regex(/^[0-9a-f]{64}$/);
