import type { Counter } from "./counter.ts";
import type { GroupCount } from "./group-count.ts";

/** Usage of rules, by counter id. */
export interface StoredUsage {
  /** Counters of the workspace's head. */
  readonly counters: ReadonlyMap<string, Counter>;
  /** Live groups. */
  readonly groups: ReadonlyMap<string, GroupCount>;
}

/** The counters of published rules, by id. */
export type PublishedCounters = ReadonlyMap<string, { readonly inHead: boolean }>;

const maximumCounters = 64;

/**
 * Returns the usage after a publication. That of removed rules remains while there is space.
 * Otherwise publishing a set twice would restart its windows, and its groups would not count as live.
 */
export function retainUsage(
  { counters, groups }: StoredUsage,
  published: PublishedCounters,
): StoredUsage {
  const inHead = [...published.values()].filter((counter) => counter.inHead).length;
  return {
    counters: retained(counters, published, maximumCounters - inHead),
    groups: retained(groups, published, maximumCounters),
  };
}

/** @param room for usage of removed rules. */
function retained<Usage>(
  usage: ReadonlyMap<string, Usage>,
  published: PublishedCounters,
  room: number,
): ReadonlyMap<string, Usage> {
  const used = [...usage].filter(([id]) => published.has(id));
  const others = [...usage].filter(([id]) => !published.has(id));
  return new Map([...used, ...others.slice(0, room)]);
}

/** Returns whether a counter is part of the head, where a removed rule's counter may remain. */
export function isRetainedInHead(
  { counters }: Pick<StoredUsage, "counters">,
  published: PublishedCounters,
  id: string,
): boolean {
  return published.get(id)?.inHead ?? counters.has(id);
}
