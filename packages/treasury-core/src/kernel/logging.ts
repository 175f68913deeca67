import { type Logger, redact } from "@agent-treasury/provider";

export function writeLog(
  logger: Logger,
  level: keyof Logger,
  details: object,
  message: string,
): void {
  // The rejection of an asynchronous logger would otherwise end the process.
  const write = async (): Promise<void> =>
    logger[level](redactDetails(details), `[agent-treasury] ${message}`);
  // There is no other place to report the error.
  write().catch(() => undefined);
}

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

/** Begins messages with a name. Without a logger, only errors are reported. */
export function namedLogger(
  name: string,
  logger: Logger | null,
  report: (error: unknown) => void,
): Logger {
  const log =
    (level: keyof Logger) =>
    (details: object, message: string): void => {
      const text = redact(`${name}: ${message}`);
      if (logger !== null) writeLog(logger, level, details, text);
      else if (level === "error") report(new Error(text, { cause: redactDetails(details) }));
    };
  return Object.freeze<Logger>({
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
  });
}
