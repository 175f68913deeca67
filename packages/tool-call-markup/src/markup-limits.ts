/** Bounds on what one answer of a model may ask for. */
export interface MarkupLimits {
  /** Calls in one answer, those that were malformed included. */
  readonly maxCalls: number;
  /** Length of what stands between `<tool_call>` and `</tool_call>`, in UTF-16 code units. */
  readonly maxBodyCharacters: number;
  /** Objects and arrays inside one another, the call's own object included. */
  readonly maxDepth: number;
}

export const defaultMarkupLimits: MarkupLimits = {
  maxCalls: 32,
  maxBodyCharacters: 64 * 1024,
  maxDepth: 64,
};

/** The limits given, and the default where none is. */
export function withDefaultLimits(limits: Partial<MarkupLimits>): MarkupLimits {
  return {
    maxCalls: limits.maxCalls ?? defaultMarkupLimits.maxCalls,
    maxBodyCharacters: limits.maxBodyCharacters ?? defaultMarkupLimits.maxBodyCharacters,
    maxDepth: limits.maxDepth ?? defaultMarkupLimits.maxDepth,
  };
}

/** Longest tag that is still read as one, attributes included, in UTF-16 code units. */
export const maxTagCharacters = 128;

/** Longest `source` of a malformed event, in UTF-16 code units. */
export const maxSourceCharacters = 200;

/** Longest name of a tool, in UTF-16 code units. */
export const maxNameCharacters = 128;
