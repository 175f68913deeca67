import type { ChangedText } from "./changed-texts.fixture.ts";

/** Returns a function that rewrites version 0.1's texts, and adds each entry that it used to `used`. */
export function textRewriter(
  table: readonly ChangedText[],
  used: Set<ChangedText>,
): (text: string) => string {
  const entries = table.map((entry) => ({ entry, pattern: patternOf(entry) }));
  return (text) => {
    let rewritten = text;
    for (const { entry, pattern } of entries) {
      const { groups, 0: found } = pattern.exec(rewritten) ?? {};
      if (found === undefined) continue;
      used.add(entry);
      rewritten = rewritten.replace(found, () => filled(entry.after, groups ?? {}));
    }
    return rewritten;
  };
}

function patternOf({ before, after }: ChangedText): RegExp {
  const literal = before.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  const pattern = literal.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    after.includes(`\${${name}}`) ? String.raw`(?<${name}>-?[\d.]+)` : `(?<${name}>.+?)`,
  );
  return new RegExp(pattern, "u");
}

/** `${name}` is an amount in its present form. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/(\$?)\{(\w+)\}/g, (_, dollar: string, name: string) => {
    const value = values[name] ?? "";
    if (dollar === "") return value;
    const [, sign = "", digits = ""] = /^(-?)(.*)$/.exec(value) ?? [];
    return `${sign}$${digits.replaceAll(/\B(?=(?:\d{3})+\.)/g, ",")}`;
  });
}
