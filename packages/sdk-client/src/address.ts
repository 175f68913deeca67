import { basePath as defaultBasePath } from "@agent-treasury/contract/wire";
import type { TreasuryClientOptions } from "./options.ts";

type Fields = Record<string, unknown>;

export interface Target {
  readonly method: string;
  readonly address: string;
  readonly fields: Readonly<Fields>;
}

/**
 * Fills in the path parameters. The remaining fields belong in the query, or in the body of a POST.
 *
 * @param route - Method and path, as in `GET /agents/{id}`.
 */
export function targetOf(options: TreasuryClientOptions, route: string, input: object): Target {
  const rest: Fields = { ...input };
  const [method, pattern] = route.split(" ") as [method: string, pattern: string];
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = pathSegment(name, rest[name]);
    delete rest[name];
    return segment;
  });
  const { baseUrl, basePath = defaultBasePath } = options;
  // Joins with single slashes, except those of `https://` and of a leading `//host`.
  const address = (baseUrl + basePath.replace(/^\/*/, "/") + path).replace(/(?<=[^:/])\/+/g, "/");
  return { method, address, fields: rest };
}

/** URL parsing resolves `.` and `..` to other paths. */
export function pathSegment(name: string, value: unknown): string {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`\`${name}\` cannot be ${JSON.stringify(value)} in a path.`);
  }
  return encodeURIComponent(value);
}
