import type { Claims } from "./sd-jwt.ts";
import type { Checkpoint } from "./signed-note.ts";

export interface Scope {
  readonly workspace: string;
  readonly sub: string;
  readonly checkpoint: Checkpoint;
  readonly deployments: ReadonlySet<string>;
  readonly withheld: string[];
}

export function require(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}

export function arrayIn(text: unknown): readonly unknown[] {
  const value: unknown = JSON.parse(String(text));
  require(Array.isArray(value), "A recorded value is malformed.");
  return value;
}

export function objectIn(claims: Claims, name: string): Claims {
  const value = claims[name];
  require(typeof value === "object" && value !== null, `The receipt lacks its ${name}.`);
  return value as Claims;
}

export function listIn(claims: Claims, name: string): readonly Claims[] {
  const value = claims[name];
  require(Array.isArray(value), `The receipt lacks its ${name}.`);
  return value as readonly Claims[];
}
