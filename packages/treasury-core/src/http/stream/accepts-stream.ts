import type { ServiceRequest } from "../service-request.ts";

const stream = "text/event-stream";
const json = "application/json";

/**
 * Whether a caller wants what happens as it happens. Who names both forms gets the one that it prefers,
 * and of two that it likes alike the one that it names first; who names neither gets JSON.
 */
export function acceptsStream({ headers }: ServiceRequest): boolean {
  const accepted = headers.get("accept");
  // Nearly every request ends here.
  if (accepted === null || !accepted.toLowerCase().includes(stream)) return false;
  const [preferred] = accepted
    .split(",")
    .map(readRange)
    .filter(({ type, quality }) => quality > 0 && (type === stream || type === json))
    .toSorted((left, right) => right.quality - left.quality);
  return preferred?.type === stream;
}

interface MediaRange {
  readonly type: string;
  /** From 0 to 1; 0 is what is not wanted. */
  readonly quality: number;
}

function readRange(range: string): MediaRange {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: Number.isNaN(quality) ? 0 : quality };
}
