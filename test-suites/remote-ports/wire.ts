import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";

/**
 * Encodes JSON with the types of the ports' values: integers of any size, all numbers, bytes, errors with their
 * codes, and a placeholder for a signal.
 */
export function encode(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") return { $bigint: part.toString() };
    if (typeof part === "number" && !Number.isFinite(part)) return { $number: String(part) };
    if (part instanceof Uint8Array) return { $bytes: Array.from(part) };
    if (part instanceof AbortSignal) return { $signal: true };
    if (part instanceof Error) return { $error: describeError(part) };
    return part;
  });
}

/** Decodes {@link encode}'s result, with `signal` in place of a signal. */
export function decode(text: string, signal: AbortSignal | null = null): unknown {
  return JSON.parse(text, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null) return part;
    if ("$bigint" in part) return BigInt(String(part.$bigint));
    if ("$number" in part) return Number(part.$number);
    if ("$bytes" in part) return Uint8Array.from(part.$bytes as number[]);
    if ("$signal" in part) return signal;
    if ("$error" in part) return reviveError(part.$error as DescribedError);
    return part;
  });
}

interface DescribedError {
  readonly name: string;
  readonly message: string;
  /** For an error with a public code. */
  readonly treasury: Pick<TreasuryError, "code" | "headers"> | null;
}

function describeError(error: Error): DescribedError {
  const { name, message } = error;
  if (!isTreasuryError(error)) return { name, message, treasury: null };
  const { code, headers } = error;
  return { name, message, treasury: { code, headers } };
}

function reviveError({ name, message, treasury }: DescribedError): Error {
  if (treasury !== null) {
    return new TreasuryError(treasury.code, message, { headers: treasury.headers });
  }
  return Object.assign(new Error(message), { name });
}
