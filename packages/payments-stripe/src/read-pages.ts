import { TreasuryError } from "@agent-treasury/provider";

export interface StripePage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

export interface PageParams {
  readonly limit: number;
  readonly starting_after?: string;
}

/** Stripe's maximum. */
export const pageSize = 100;

export function pageAfter(cursor: string | null): PageParams {
  return cursor === null ? { limit: pageSize } : { limit: pageSize, starting_after: cursor };
}

export function cursorAfter<Item extends { readonly id: string }>(
  page: StripePage<Item>,
): string | null {
  return page.has_more ? (page.data.at(-1)?.id ?? null) : null;
}

/**
 * Reads a listing to its end.
 *
 * @throws TreasuryError `payment_processor_error` past the bound, so that a listing is never cut
 * silently.
 */
export async function readPages<Item extends { readonly id: string }>(
  list: (page: PageParams) => PromiseLike<StripePage<Item>>,
  maximumItems: number,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: StripePage<Item> = await list(pageAfter(cursor));
    items.push(...page.data);
    if (items.length > maximumItems) {
      throw new TreasuryError(
        "payment_processor_error",
        `Stripe lists more than ${maximumItems} items, which exceeds the limit.`,
      );
    }
    cursor = cursorAfter(page);
  } while (cursor !== null);
  return items;
}
