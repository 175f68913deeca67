import { redact } from "@agent-treasury/provider";

const deepest = 5;
const causesFollowed = 5;

export function redactDetails(details: object): object {
  return redactValue(details, 0) as object;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return redactError(value, 0);
  if (depth >= deepest) return "[too deep]";
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, redactValue(part, depth + 1)]),
  );
}

/** The form that log serialisers use for errors. */
function redactError(error: Error, depth: number): object {
  const { name, message, stack, cause } = error;
  const code: unknown = "code" in error ? error.code : undefined;
  return {
    type: name,
    ...(typeof code === "string" && { code: redact(code) }),
    message: redact(message),
    ...(stack !== undefined && { stack: redact(stack) }),
    ...(cause !== undefined &&
      depth < causesFollowed && {
        cause: cause instanceof Error ? redactError(cause, depth + 1) : redactValue(cause, 0),
      }),
  };
}
