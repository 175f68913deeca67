import type { PageRequest } from "@agent-treasury/contract/wire";
import type { CallOptions } from "./options.ts";

type List<Key extends string, Item> = (
  page: PageRequest,
  call?: CallOptions,
) => Promise<{ readonly [At in Key]: Item[] } & { cursor: string | null }>;

/** Requests pages when they are needed. */
export const eachItem = <Key extends string, Item>(list: List<Key, Item>, key: Key) =>
  async function* (page: PageRequest = {}, call?: CallOptions): AsyncGenerator<Item, void> {
    let cursor: string | null | undefined = page.cursor;
    do {
      const answer = await list({ ...page, cursor }, call);
      yield* answer[key];
      cursor = answer.cursor;
    } while (cursor);
  };
