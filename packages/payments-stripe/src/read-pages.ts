import { TreasuryError } from "@agent-treasury/provider";

/** A page of one of Stripe's listings. */
export interface StripePage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Where a page begins, and how long it is. */
export interface PageParams {
  readonly limit: number;
  readonly starting_after?: string;
}

/** The longest page that Stripe gives. */
export const pageSize = 100;

/** The parameters of the page after `cursor`. */
export function pageAfter(cursor: string | null): PageParams {
  return cursor === null ? { limit: pageSize } : { limit: pageSize, starting_after: cursor };
}

/** Where the listing goes on after a page; null at its end. */
export function cursorAfter<Item extends { readonly id: string }>(
  page: StripePage<Item>,
): string | null {
  return page.has_more ? (page.data.at(-1)?.id ?? null) : null;
}

/**
 * Reads a listing to its end.
 *
 * @throws TreasuryError `payment_processor_error` past the bound: a listing is never cut silently.
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
        `Stripe lists more than ${maximumItems} items where so many were not expected.`,
      );
    }
    cursor = cursorAfter(page);
  } while (cursor !== null);
  return items;
}
