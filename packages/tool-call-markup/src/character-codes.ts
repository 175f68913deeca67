export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const quote = 0x22;
export const comma = 0x2c;
export const slash = 0x2f;
export const colon = 0x3a;
export const lessThan = 0x3c;
export const greaterThan = 0x3e;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const backtick = 0x60;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** JSON's whitespace, which may also follow the name in a tag. */
export function isSpace(code: number): boolean {
  return code === space || code === lineFeed || code === carriageReturn || code === tab;
}

export function isBareWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x5f
  );
}
