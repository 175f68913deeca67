type List<Key extends string, Item> = (page: {
  readonly cursor?: string;
}) => Promise<{ readonly [At in Key]: readonly Item[] } & { readonly cursor: string | null }>;

/** Returns the items of all pages. */
export async function allPages<Key extends string, Item>(
  list: List<Key, Item>,
  key: Key,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list(cursor === undefined ? {} : { cursor });
    items.push(...page[key]);
    ({ cursor } = page);
  }
  return items;
}
