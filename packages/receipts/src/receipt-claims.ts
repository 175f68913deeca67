import { type Form, isObject, readJson } from "./forms.ts";
import type { Claims } from "./sd-jwt.ts";
import type { Checkpoint } from "./signed-note.ts";

export interface Scope {
  readonly workspace: string;
  readonly sub: string;
  readonly checkpoint: Checkpoint;
  readonly deployments: ReadonlySet<string>;
  readonly withheld: string[];
}

/** The text of a problem. Errors of the runtime would name parts of this program. */
export function problemIn(error: unknown, what: string): string {
  const isOwn = error instanceof Error && error.name === "Error";
  return isOwn ? error.message : `The ${what} is malformed.`;
}

export function require(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}

/** Reads the JSON text of an array that has a form. */
export function arrayIn(text: string, form: Form, what: string): readonly unknown[] {
  const value = readJson(text);
  require(form(value), `The ${what} is malformed.`);
  return value as readonly unknown[];
}

export function objectIn(claims: Claims, name: string): Claims {
  const value = claims[name];
  require(isObject(value), `The receipt lacks its ${name}.`);
  return value;
}

export function listIn(claims: Claims, name: string): readonly Claims[] {
  const value = claims[name];
  require(Array.isArray(value), `The receipt lacks its ${name}.`);
  return value as readonly Claims[];
}
