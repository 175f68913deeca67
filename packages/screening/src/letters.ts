/** The letters of a text without separators, in memory that is reused. */
export class Letters {
  codes: Uint16Array = new Uint16Array(4_096);
  /** 1 where a word begins. */
  starts: Uint8Array = new Uint8Array(4_096);
  length: number = 0;

  /** Clears it and makes room for a text of this size. */
  reset(size: number): void {
    this.length = 0;
    if (size <= this.codes.length) return;
    this.codes = new Uint16Array(size);
    this.starts = new Uint8Array(size);
  }

  /** Reads a reading: words with single spaces between them. */
  readWords(text: string): void {
    this.reset(text.length);
    let start = 1;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 32) {
        start = 1;
      } else {
        this.codes[this.length] = code;
        this.starts[this.length] = start;
        this.length += 1;
        start = 0;
      }
    }
  }
}

const asciiLetter = 1;
const asciiDigit = 2;
/** A sign that replaces a letter in a disguised word. */
const asciiSign = 3;
const asciiSpace = 4;

/** The class of each ASCII character; 0 for other punctuation and controls. */
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return asciiLetter;
  if (/\d/.test(character)) return asciiDigit;
  if (/[@$!|+]/.test(character)) return asciiSign;
  return /\s/.test(character) ? asciiSpace : 0;
});

/** The result of one pass over a text. */
export interface Scan {
  /**
   * The text has one reading: ASCII words without signs, disguised letters or spelled-out words.
   */
  readonly isPlain: boolean;
  readonly digits: number;
  /** The length of the longest run of letters and digits. */
  readonly longestRun: number;
}

const notAscii: Scan = { isPlain: false, digits: Infinity, longestRun: Infinity };

/** Scans a text, and reads the letters of a plain one. */
export function scan(text: string, letters: Letters): Scan {
  letters.reset(text.length);
  const { codes, starts } = letters;
  let count = 0;
  let digits = 0;
  let longestRun = 0;
  let run = 0;
  let isPlain = true;
  // In the current run of letters and digits.
  let hasLetter = false;
  let hasDigit = false;
  let singles = 0;
  /** Whether punctuation has followed a letter or digit, with no space since. */
  let isBroken = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return notAscii;
    const kind = classes[code] ?? 0;
    if (kind === asciiLetter || kind === asciiDigit) {
      if (isBroken) isPlain = false;
      if (kind === asciiDigit) {
        digits += 1;
        hasDigit = true;
      } else {
        hasLetter = true;
      }
      codes[count] = kind === asciiLetter ? code | 32 : code;
      starts[count] = run === 0 ? 1 : 0;
      count += 1;
      run += 1;
      if (run > longestRun) longestRun = run;
      if (hasDigit && hasLetter) isPlain = false;
    } else {
      if (run > 0) {
        isBroken = true;
        singles = run === 1 ? singles + 1 : 0;
        if (singles > 2) isPlain = false;
      }
      run = 0;
      hasLetter = false;
      hasDigit = false;
      if (kind === asciiSign) isPlain = false;
      if (kind === asciiSpace) isBroken = false;
    }
  }
  if (run === 1 && singles > 1) isPlain = false;
  letters.length = count;
  return { isPlain, digits, longestRun };
}
