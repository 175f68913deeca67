const request =
  /^(|Refund by |Payment undone: )https:\/\/([^\s/]+): ([A-Z]+) https:\/\/\2(\/[^\s]*)/;

/** Returns an entry's description, with the address of a paid request once: host and path. */
export function entryText(description: string): string {
  return description.replace(request, (_, before: string, host: string, method, path: string) =>
    [before, method === "GET" ? "" : `${method} `, host, path].join(""),
  );
}

/** Returns the text of an entry in the parts between which a line of it may end. An address ends before a dot or a slash. */
export function entryParts(description: string): readonly string[] {
  return entryText(description).split(/(?=[./][a-z])/i);
}
