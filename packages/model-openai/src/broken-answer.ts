export class BrokenAnswer extends Error {
  readonly error: unknown;

  /** `message` completes "The model's endpoint …". */
  constructor(message: string, error?: unknown) {
    super(message);
    this.name = "BrokenAnswer";
    this.error = error;
  }
}

export function brokenByBody(body: string): BrokenAnswer {
  const error = errorIn(body);
  return error === undefined
    ? new BrokenAnswer("sent a whole body in place of a stream")
    : new BrokenAnswer("failed", error);
}

function errorIn(body: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null && "error" in parsed
      ? parsed.error
      : undefined;
  } catch {
    return undefined;
  }
}
