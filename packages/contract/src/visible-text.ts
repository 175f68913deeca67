/**
 * Characters without a glyph: ignorable ones, such as a zero-width space or a Hangul filler,
 * noncharacters, interlinear annotation, and blanks that Unicode counts as letters or symbols.
 */
export const invisible: RegExp =
  // oxlint-disable-next-line no-misleading-character-class -- The class names single marks.
  /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;
const everyInvisible = new RegExp(invisible, "gu");
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** ASCII has no invisible character. */
const visibleAscii = /[!-~]/;

export function withoutInvisible(text: string): string {
  return text.replace(everyInvisible, "");
}

/** Returns whether a text shows anything: a letter, a digit, a punctuation mark or a symbol. */
export function hasVisibleCharacter(text: string): boolean {
  return visibleAscii.test(text) || visible.test(withoutInvisible(text));
}
