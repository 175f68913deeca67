import { type ErrorBody, type Output, basePath, routes } from "@agent-treasury/contract";
import type { CallerKind } from "./caller.ts";

/** Calls by plain `fetch`, as somebody would who has read the reference and nothing else. */
export const fetchCaller: CallerKind = {
  name: "by fetch",
  connect: ({ origin, fetch }) => ({
    name: "by fetch",
    call: async (name, input, { headers = {}, signal } = {}) => {
      const { method, path } = routes[name];
      const fields: Record<string, unknown> = { ...input };
      const filled = path.replace(/\{(\w+)\}/g, (_match, field: string) => {
        const value = String(fields[field]);
        delete fields[field];
        return encodeURIComponent(value);
      });
      const isPost = method === "POST";
      const query = isPost ? "" : queryOf(fields);
      const response = await fetch(`${origin}${basePath}${filled}${query}`, {
        method,
        headers: { ...(isPost && { "content-type": "application/json" }), ...headers },
        ...(isPost && { body: JSON.stringify(fields) }),
        ...(signal && { signal }),
      });
      const body: unknown = await response.json();
      return response.ok
        ? { ok: true, answer: body as Output<typeof name> }
        : { ok: false, status: response.status, body: body as ErrorBody };
    },
  }),
};

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  const texts = given.map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(Object.fromEntries(texts)).toString()}`;
}
