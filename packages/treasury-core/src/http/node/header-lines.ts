import type { IncomingHttpHeaders } from "node:http";

/** Each line separately, without the pseudo-headers of HTTP/2, which begin with a colon. */
export function* headerLines(headers: IncomingHttpHeaders): Iterable<[name: string, line: string]> {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const line of Array.isArray(value) ? value : [value]) yield [name, line];
  }
}
