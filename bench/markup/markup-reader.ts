/** The parser's findings, so that a parser cannot be fast by finding less. */
export interface Found {
  readonly calls: number;
  /** Characters of text, including whitespace that the parser preserves. */
  readonly textCharacters: number;
}

/** A parser of a model's answers, used as documented. */
export interface MarkupReader {
  readonly name: string;
  whole(text: string): Found;
  inPieces(pieces: readonly string[]): Found | Promise<Found>;
}
