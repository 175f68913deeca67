export interface MarkupLimits {
  /** Calls in one answer, including malformed ones. */
  readonly maxCalls: number;
  /** Length between `<tool_call>` and `</tool_call>`, in UTF-16 code units. */
  readonly maxBodyCharacters: number;
  /** Levels of objects and arrays, including the call's own object. */
  readonly maxDepth: number;
}

export const defaultMarkupLimits: MarkupLimits = {
  maxCalls: 32,
  maxBodyCharacters: 64 * 1024,
  maxDepth: 64,
};

export function withDefaultLimits(limits: Partial<MarkupLimits>): MarkupLimits {
  return {
    maxCalls: limits.maxCalls ?? defaultMarkupLimits.maxCalls,
    maxBodyCharacters: limits.maxBodyCharacters ?? defaultMarkupLimits.maxBodyCharacters,
    maxDepth: limits.maxDepth ?? defaultMarkupLimits.maxDepth,
  };
}

/** Maximum length of a tag with attributes, in UTF-16 code units. */
export const maxTagCharacters = 128;

/** Maximum `source` of a malformed event, in UTF-16 code units. */
export const maxSourceCharacters = 200;

/** Maximum name of a tool, in UTF-16 code units. */
export const maxNameCharacters = 128;
