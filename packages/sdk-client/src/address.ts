import { basePath as defaultBasePath } from "@agent-treasury/contract/wire";
import type { TreasuryClientOptions } from "./options.ts";

type Fields = Record<string, unknown>;

export interface Target {
  readonly method: string;
  /** The path with its parameters in braces. */
  readonly pattern: string;
  readonly address: string;
  readonly fields: Readonly<Fields>;
  /** What a client has to know of the route beside its address. */
  readonly terms: readonly string[];
}

/**
 * Fills in the client's workspace and operator, and the path parameters. The remaining fields belong
 * in the query, or in the body of a POST.
 */
export function targetOf(options: TreasuryClientOptions, route: string, input: object): Target {
  const rest: Fields = { ...input };
  const [method, pattern, ...terms] = route.split(" ") as [string, string, ...string[]];
  if (!terms.includes("global")) rest["workspaceId"] ??= options.workspaceId;
  if (terms.includes("named")) rest["operator"] ??= options.operator;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = pathSegment(name, rest[name]);
    delete rest[name];
    return segment;
  });
  const { baseUrl, basePath = defaultBasePath } = options;
  // Joins with single slashes, except those of `https://` and of a leading `//host`.
  const address = (baseUrl + basePath.replace(/^\/*/, "/") + path).replace(/(?<=[^:/])\/+/g, "/");
  return { method, pattern, address, fields: rest, terms };
}

/** URL parsing resolves `.` and `..` to other paths. */
export function pathSegment(name: string, value: unknown): string {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`\`${name}\` cannot be ${JSON.stringify(value)} in a path.`);
  }
  return encodeURIComponent(value);
}
