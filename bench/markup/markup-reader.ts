/** What a parser found, so that none is fast by finding less. */
export interface Found {
  readonly calls: number;
  /** Characters of text, those that are only whitespace included where the parser keeps them. */
  readonly textCharacters: number;
}

/** A parser of a model's answers, used as its documents say. */
export interface MarkupReader {
  readonly name: string;
  whole(text: string): Found;
  inPieces(pieces: readonly string[]): Found | Promise<Found>;
}
