/** Characters without a glyph, such as a zero-width space. */
export const invisible: RegExp = /\p{Default_Ignorable_Code_Point}/u;
const everyInvisible = new RegExp(invisible, "gu");
/** Words of ASCII with single spaces. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Normalises a vendor name or category for comparison: compatibility forms, case, white space and
 * invisible characters make no difference.
 *
 * @example normaliseName("  ＡＷＳ\u200b  EMEA "); // "aws emea"
 */
export function normaliseName(text: string): string {
  // Most names, in a fifth of the time.
  if (plain.test(text)) return text.toLowerCase();
  // Lower case can bring characters that have another compatibility form.
  const folded = text.normalize("NFKC").replace(everyInvisible, "").toLowerCase().normalize("NFKC");
  return folded.replace(/\s+/g, " ").trim();
}
