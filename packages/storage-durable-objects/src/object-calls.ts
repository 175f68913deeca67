import { type StorageMoves, TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import type { MoveAnswer } from "./workspace-calls.ts";

/** A call of an object's method, as JSON. */
export interface ObjectCall {
  readonly method: string;
  readonly values: readonly unknown[];
}

interface Answer {
  readonly answer?: unknown;
  readonly failure?: { readonly message: string; readonly code: TreasuryError["code"] | null };
}

/** Values of JSON, and `bigint` and errors. The first character of a string is its type. */
export function encoded(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === "string") return `s${one}`;
    if (typeof one === "bigint") return `n${one}`;
    return one instanceof Error ? `e${one.message}` : one;
  });
}

export function decoded(text: string): unknown {
  return JSON.parse(text, (_key, one: unknown) => {
    if (typeof one !== "string") return one;
    const rest = one.slice(1);
    if (one.startsWith("n")) return BigInt(rest);
    return one.startsWith("e") ? new Error(rest) : rest;
  });
}

/**
 * Answers a call in the object. Errors are answers too, because the platform drops their codes.
 *
 * @param methods that may be called; null for all.
 */
export async function answerCall(
  object: object,
  methods: ReadonlySet<string> | null,
  text: string,
): Promise<string> {
  try {
    const { method, values } = decoded(text) as ObjectCall;
    if (methods !== null && !methods.has(method))
      throw new Error(`The object has no method ${method}.`);
    const call = (object as Record<string, (...given: readonly unknown[]) => unknown>)[method];
    return encoded({ answer: await call?.apply(object, [...values]) });
  } catch (error) {
    const code = isTreasuryError(error) ? error.code : null;
    const message = error instanceof Error ? error.message : String(error);
    return encoded({ failure: { message, code } });
  }
}

/** Calls a method whose name is a value. */
export async function calledMove<Name extends keyof StorageMoves>(
  moves: StorageMoves,
  name: Name,
  values: Parameters<StorageMoves[Name]>,
): Promise<MoveAnswer<Name>> {
  const method = moves[name] as (
    ...given: Parameters<StorageMoves[Name]>
  ) => Promise<MoveAnswer<Name>>;
  return method(...values);
}

/** An object whose methods are called by sending JSON to its method `call`. */
export function calledObject(send: (text: string) => Promise<string>): object {
  return new Proxy(
    {},
    {
      get:
        (_target, method) =>
        async (...values: readonly unknown[]) => {
          const { answer, failure } = decoded(
            await send(encoded({ method: String(method), values })),
          ) as Answer;
          if (failure === undefined) return answer;
          const { message, code } = failure;
          throw code === null ? new Error(message) : new TreasuryError(code, message);
        },
    },
  );
}
