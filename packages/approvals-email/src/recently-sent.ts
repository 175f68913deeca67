const most = 1_000;

/** Remembers the newest ids in this process. */
export function recentlySent(): Pick<Set<string>, "has" | "add"> {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > most && oldest !== undefined) ids.delete(oldest);
      return ids;
    },
  };
}
