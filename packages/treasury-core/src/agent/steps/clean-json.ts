import { cleanText } from "@agent-treasury/tool-call-markup";

/** The same JSON with texts that any log can keep; the very same where they are so already. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(cleanJson);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  let isClean = true;
  const parts = Object.entries(value).map(([name, part]) => {
    const clean = [cleanText(name), cleanJson(part)] as const;
    isClean &&= clean[0] === name && clean[1] === part;
    return clean;
  });
  return isClean ? value : Object.fromEntries(parts);
}
