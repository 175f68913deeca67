const request =
  /^(|Refund by |Payment undone: )https:\/\/([^\s/]+): ([A-Z]+) https:\/\/\2(\/[^\s]*)/;

/** Returns an entry's description, with the address of a paid request once: host and path. */
export function entryText(description: string): string {
  return description.replace(request, (_, before: string, host: string, method, path: string) =>
    [before, method === "GET" ? "" : `${method} `, host, path].join(""),
  );
}
