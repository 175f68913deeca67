const longestSeconds = 3_600;

/**
 * Returns the header `retry-after` of a response in seconds, at most an hour, for the headers of a
 * `TreasuryError`. Empty without it. The given one is a number of seconds or a date.
 */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): Record<string, string> {
  const given = headers["retry-after"] ?? "";
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - nowMs) / 1000;
  if (!(seconds > 0)) return {};
  return { "retry-after": String(Math.ceil(Math.min(seconds, longestSeconds))) };
}
