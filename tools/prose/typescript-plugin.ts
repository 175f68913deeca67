import type { TextlintPluginCreator } from "@textlint/types";
import { readSource, type Stretch } from "./read-source.ts";

/** A plugin of textlint that reads the comments and texts of TypeScript. */
export const typescriptPlugin: TextlintPluginCreator = {
  Processor: class {
    availableExtensions(): string[] {
      return [".ts", ".tsx", ".mjs"];
    }

    processor() {
      return {
        preProcess: (text: string, path = "source.ts") => ({
          text: withoutMargins(text),
          ast: documentOf(text, readSource(path, text)),
        }),
        postProcess: (messages: [], filePath = "source.ts") => ({ messages, filePath }),
      };
    }
  },
};

/** Blanks the margin of each line of a comment, so that a phrase may span lines. Offsets stay as they are. */
function withoutMargins(text: string): string {
  return text.replaceAll(/(?<=\n)[ \t]*(?:\*(?!\/)|\/\/)/g, (margin) => " ".repeat(margin.length));
}

function documentOf(text: string, stretches: readonly Stretch[]) {
  const positionAt = positionsIn(text);
  const nodeOf = (type: string, { start, end }: Stretch) => ({
    type,
    raw: text.slice(start, end),
    range: [start, end],
    loc: { start: positionAt(start), end: positionAt(end) },
  });
  const children = stretches.map((stretch) => ({
    ...nodeOf("Paragraph", stretch),
    children: [{ ...nodeOf("Str", stretch), value: text.slice(stretch.start, stretch.end) }],
  }));
  return { ...nodeOf("Document", { start: 0, end: text.length }), children };
}

function positionsIn(text: string): (offset: number) => { line: number; column: number } {
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    const after = lines.findIndex((start) => start > offset);
    const line = after === -1 ? lines.length : after;
    return { line, column: offset - (lines[line - 1] ?? 0) };
  };
}
