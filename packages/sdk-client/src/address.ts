import { basePath as defaultBasePath } from "@agent-treasury/contract/wire";
import type { TreasuryClientOptions } from "./options.ts";

type Fields = Record<string, unknown>;

/** Where a call goes, and what is left of its fields for the query or the body. */
export interface Target {
  readonly method: string;
  readonly address: string;
  readonly fields: Readonly<Fields>;
}

/**
 * Puts those fields into the path that it names; by the contract the others travel in the query, or in
 * the body of a POST.
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
  // One slash between them, however theirs are written; those of `https://` and of `//host` stay.
  const address = (baseUrl + basePath.replace(/^\/*/, "/") + path).replace(/(?<=[^:/])\/+/g, "/");
  return { method, address, fields: rest };
}

/** Encoding leaves dots as they are, and a URL takes `.` and `..` for steps to another path. */
function pathSegment(name: string, value: unknown): string {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`\`${name}\` cannot be ${JSON.stringify(value)} in a path.`);
  }
  return encodeURIComponent(value);
}
