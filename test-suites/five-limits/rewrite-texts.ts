import type { ChangedText } from "./changed-texts.fixture.ts";

/** Returns a function that rewrites version 0.1's texts, and adds each entry that it used to `used`. */
export function textRewriter(
  table: readonly ChangedText[],
  used: Set<ChangedText>,
): (text: string) => string {
  const entries = table.map((entry) => ({
    entry,
    pattern: patternOf(entry.before),
    after: entry.after.replaceAll(/\{(\w+)\}/g, "$<$1>"),
  }));
  return (text) => {
    let rewritten = text;
    for (const { entry, pattern, after } of entries) {
      const next = rewritten.replace(pattern, after);
      if (next !== rewritten) used.add(entry);
      rewritten = next;
    }
    return rewritten;
  };
}

function patternOf(text: string): RegExp {
  const literal = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(literal.replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)"), "u");
}
