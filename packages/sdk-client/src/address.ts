import { basePath as defaultBasePath } from "@agent-treasury/contract/wire";
import type { TreasuryClientOptions } from "./options.ts";

type Fields = Record<string, unknown>;

/** Where a call goes, and what is left of its fields for the body. */
export interface Target {
  readonly method: string;
  readonly address: string;
  readonly body: Readonly<Fields>;
}

/**
 * Puts each field where the contract says that it travels: into the path where the path names it,
 * else into the query, or into the body of a POST.
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
  const mount = trimSlashes(options.basePath ?? defaultBasePath);
  const address = `${options.baseUrl.replace(/\/+$/, "")}/${mount}${path}`;
  if (method === "POST") return { method, address, body: rest };
  // JSON leaves out what is undefined, and so must a query.
  const given = JSON.parse(JSON.stringify(rest)) as Record<string, string>;
  const query = new URLSearchParams(given).toString();
  return { method, address: address + (query && `?${query}`), body: {} };
}

/** Encoding leaves dots as they are, and a URL takes `.` and `..` for steps to another path. */
function pathSegment(name: string, value: unknown): string {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`\`${name}\` cannot be ${JSON.stringify(value)}: it names what to call.`);
  }
  return encodeURIComponent(value);
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, "");
}
