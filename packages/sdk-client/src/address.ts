import { type Route, basePath as defaultBasePath } from "@agent-treasury/contract/wire";
import type { TreasuryClientOptions } from "./options.ts";

type Fields = Record<string, unknown>;

/** Where a call goes, and what is left of its fields for the body. */
export interface Target {
  readonly address: string;
  readonly body: Readonly<Fields>;
}

/**
 * Puts each field where the contract says that it travels: into the path where the path names it,
 * else into the query, or into the body of a POST.
 */
export function targetOf(options: TreasuryClientOptions, route: Route, input: object): Target {
  const rest: Fields = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = pathSegment(name, rest[name]);
    delete rest[name];
    return segment;
  });
  const mount = trimSlashes(options.basePath ?? defaultBasePath);
  const address = `${options.baseUrl.replace(/\/+$/, "")}/${mount}${path}`;
  if (route.method === "POST") return { address, body: rest };
  const query = new URLSearchParams(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return { address: query === "" ? address : `${address}?${query}`, body: {} };
}

/** Encoding leaves dots as they are, and a URL takes `.` and `..` for steps to another path. */
function pathSegment(name: string, value: unknown): string {
  if (typeof value !== "string" || ["", ".", ".."].includes(value)) {
    throw new TypeError(`\`${name}\` cannot be ${JSON.stringify(value)}: it names what to call.`);
  }
  return encodeURIComponent(value);
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, "");
}
