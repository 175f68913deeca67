import { withoutInvisible } from "@agent-treasury/contract";

/** Words of ASCII with single spaces. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Normalises a vendor name or category for an exact comparison: compatibility forms, case, white
 * space and invisible characters make no difference.
 *
 * @example normaliseName("  ＡＷＳ\u200b  EMEA "); // "aws emea"
 */
export function normaliseName(text: string): string {
  // Most names, in a fifth of the time.
  if (plain.test(text)) return text.toLowerCase();
  // Case folding can bring characters that have another compatibility form, and the reverse.
  let folded = foldOnce(text);
  for (let again = foldOnce(folded); again !== folded; again = foldOnce(folded)) folded = again;
  return folded;
}

function foldOnce(text: string): string {
  const visible = withoutInvisible(text.toWellFormed().normalize("NFKC"));
  return foldCase(visible).normalize("NFKC").replace(/\s+/g, " ").trim();
}

/** A dot above an `i`, which a Turkish `İ` becomes in lower case. */
const dottedI = /i\u0307/g;

/**
 * The full case folding of Unicode. Upper case in between expands letters such as `ß`. The dotless
 * `ı` is another letter than `i`, although its upper case is `I`.
 */
function foldCase(text: string): string {
  return text
    .toLowerCase()
    .split("ı")
    .map((part) => part.toUpperCase().toLowerCase())
    .join("ı")
    .replaceAll("ς", "σ")
    .replace(dottedI, "i");
}
