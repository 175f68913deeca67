/** Reads a value of this tab or browser; undefined if storage is not allowed. */
export function recall(key: string, where: "tab" | "browser" = "tab"): string | null {
  try {
    return storageOf(where).getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text, or forgets it when it is null. */
export function remember(key: string, text: string | null, where: "tab" | "browser" = "tab"): void {
  try {
    if (text === null) storageOf(where).removeItem(key);
    else storageOf(where).setItem(key, text);
  } catch {
    // The page works without it.
  }
}

function storageOf(where: "tab" | "browser"): Storage {
  return where === "tab" ? sessionStorage : localStorage;
}
