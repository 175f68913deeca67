/** Returns whether a value of JSON has a form. */
export type Form = (value: unknown) => boolean;

/** Deeper values could exhaust the stack of a verifier. */
export const maximumDepth = 64;

/** @throws Error */
export function readJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (isWithin(value, maximumDepth)) return value;
  throw new Error("The JSON is nested too deeply.");
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return depth > 0;
  return depth > 0 && Object.values(value).every((item) => isWithin(item, depth - 1));
}

const hexDigits = "[\\da-f]{64}";

export const text: Form = (value) => typeof value === "string";
export const flag: Form = (value) => typeof value === "boolean";
export const anything: Form = () => true;
export const hash: Form = matching(new RegExp(`^${hexDigits}$`));
/** The commitments to the texts of a proposal of format 3. */
export const fourHashes: Form = matching(new RegExp(`^${hexDigits}(?: ${hexDigits}){3}$`));
/** Micro-dollars. */
export const amount: Form = matching(/^(?:0|[1-9]\d{0,29})$/);
export const signedAmount: Form = matching(/^(?:0|-?[1-9]\d{0,29})$/);
export const place: Form = matching(/^[1-9]\d{0,14}$/);
export const count: Form = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

function matching(pattern: RegExp): Form {
  return (value) => typeof value === "string" && pattern.test(value);
}

export function nullable(form: Form): Form {
  return (value) => value === null || form(value);
}

export function optional(form: Form): Form {
  return (value) => value === undefined || form(value);
}

export function listOf(form: Form): Form {
  return (value) => Array.isArray(value) && value.every((item) => form(item));
}

/** A list with these elements. */
export function tuple(...forms: readonly Form[]): Form {
  return (value) =>
    Array.isArray(value) &&
    value.length === forms.length &&
    forms.every((form, index) => form(value[index]));
}

export function oneOf(...forms: readonly Form[]): Form {
  return (value) => forms.some((form) => form(value));
}

/** An object with these fields, and maybe others. */
export function object(fields: Readonly<Record<string, Form>>): Form {
  return (value) =>
    isObject(value) &&
    Object.entries(fields).every(([name, form]) =>
      form(Object.hasOwn(value, name) ? value[name] : undefined),
    );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
