/** A fenced block of a document, with its context. */
export interface GuideBlock {
  /** The fence's language: `ts`, `sh`, `text`. */
  readonly language: string;
  readonly text: string;
  /** The target file: the preceding sentence ends with its name, as code, and a colon. */
  readonly file: string | null;
  /**
   * Whether it runs in the background: the preceding sentence contains "in a terminal of its own".
   */
  readonly staysRunning: boolean;
}

const fence = /^```(\S*)\n([\s\S]*?)^```$/gm;

/** Returns the fenced blocks of a document in order. */
export function guideBlocks(markdown: string): readonly GuideBlock[] {
  let end = 0;
  return [...markdown.matchAll(fence)].map(([whole, language = "", text = ""], index, all) => {
    const start = all[index]?.index ?? 0;
    const before =
      markdown
        .slice(end, start)
        .trimEnd()
        .split(/\n{2,}/)
        .at(-1) ?? "";
    end = start + whole.length;
    const [, file = null] = /`([^`\s]+\.[a-z]+)`:$/.exec(before) ?? [];
    return { language, text, file, staysRunning: /\bin a terminal of its own\b/i.test(before) };
  });
}
