/** Latin letters by their look-alikes in other scripts and with strokes. */
const drawnLike: Readonly<Record<string, string>> = {
  a: "аαɑᴀ",
  b: "вβьƀʙ",
  c: "сϲᴄ",
  d: "ԁđᴅ",
  e: "еεєᴇэ",
  f: "ғſꜰ",
  g: "ɡɢց",
  h: "һнħʜ",
  i: "іıιɪɩ",
  j: "јᴊ",
  k: "кκᴋқ",
  l: "ӏłʟɭ",
  m: "мᴍ",
  n: "ոηɴпի",
  o: "оοօøᴏσ",
  p: "рρᴘ",
  q: "ԛգ",
  r: "гʀᴦ",
  s: "ѕꜱʂ",
  t: "тτŧᴛ",
  u: "υսμᴜ",
  v: "νѵᴠ",
  w: "ԝωᴡш",
  x: "хχ",
  y: "уγʏ",
  z: "ᴢʐ",
};

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(drawnLike).flatMap(([latin, others]) =>
    [...others].map((other): [string, string] => [other, latin]),
  ),
);

/**
 * First code points of symbol alphabets that Unicode does not fold: flags' letters, white on black.
 */
const alphabetsOfSigns = [0x1f1e6, 0x1f150, 0x1f170];

/** Returns the Latin look-alike of a lower-case character, or the character itself. */
export function latinLike(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const start = alphabetsOfSigns.find((first) => codePoint >= first && codePoint < first + 26);
  if (start !== undefined) return String.fromCodePoint(0x61 + codePoint - start);
  return latinOf.get(character) ?? character;
}
