import {
  type ErrorBody,
  type Output,
  type RouteName,
  type TurnStreamItem,
  basePath,
  routes,
} from "@agent-treasury/contract";
import { documentedRoutes } from "@agent-treasury/contract/openapi";
import type { CallExtras, DriverKind } from "./driver.ts";

/** Calls through plain `fetch`, using only the documented API. */
export const fetchDriver: DriverKind = {
  name: "by fetch",
  connect: ({ origin, fetch }) => {
    const ask = (name: RouteName, input: object, extras: CallExtras): Promise<Response> => {
      const { headers = {}, signal } = extras;
      const { method, path } = routes[name];
      const fields: Record<string, unknown> = { ...input };
      const filled = path.replace(/\{(\w+)\}/g, (_match, field: string) => {
        const value = String(fields[field]);
        delete fields[field];
        return encodeURIComponent(value);
      });
      const isPost = method === "POST";
      const query = isPost ? "" : queryOf(fields);
      return fetch(`${origin}${basePath}${filled}${query}`, {
        method,
        headers: { ...(isPost && { "content-type": "application/json" }), ...headers },
        ...(isPost && { body: JSON.stringify(fields) }),
        ...(signal && { signal }),
      });
    };
    return {
      name: "by fetch",
      call: async (name, input, extras = {}) => {
        const response = await ask(name, input, extras);
        const body: unknown = await response.json();
        return response.ok
          ? { ok: true, answer: body as Output<typeof name> }
          : { ok: false, status: response.status, body: body as ErrorBody };
      },
      async *stream(name, input, { after, headers = {}, ...extras } = {}) {
        const accept = "text/event-stream";
        const wanted = { ...headers, accept, ...(after && { "last-event-id": after }) };
        yield* readEvents(await ask(name, input, { ...extras, headers: wanted }));
      },
    };
  },
};

/** Reads server-sent events strictly: blocks of lines, each block with one line of data. */
async function* readEvents(response: Response): AsyncGenerator<TurnStreamItem, void> {
  if (!response.ok || response.body === null) throw new Error(await response.text());
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks.filter((each) => !each.startsWith(":"))) yield readEvent(block);
  }
  if (rest !== "") throw new Error(`The stream ended within an event: ${rest}`);
}

function readEvent(block: string): TurnStreamItem {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const item = documentedRoutes.runTurn.stream.parse(JSON.parse(fields.get("data") ?? ""));
  const id = "id" in item ? item.id : undefined;
  if (fields.get("event") !== item.kind || fields.get("id") !== id) {
    throw new Error(`An event's name differs from its data: ${block}`);
  }
  return item;
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  const texts = given.map(([name, value]) => [name, String(value)]);
  return `?${new URLSearchParams(Object.fromEntries(texts)).toString()}`;
}
