import type { TxtDocumentNode, TxtNodePosition } from "@textlint/ast-node-types";
import type { TextlintMessage, TextlintPluginCreator } from "@textlint/types";
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
          text: withoutCode(text),
          ast: documentOf(text, readSource(path, text)),
        }),
        postProcess: (messages: TextlintMessage[], filePath = "source.ts") => ({
          messages,
          filePath,
        }),
      };
    }
  },
};

/**
 * Blanks the margin of each line of a comment, so that a phrase may span lines, and the expressions in templates.
 * Offsets do not change.
 */
function withoutCode(text: string): string {
  return text
    .replaceAll(/(?<=\n)[ \t]*(?:\*(?!\/)|\/\/)/g, (margin) => " ".repeat(margin.length))
    .replaceAll(/(?<=\$\{)[^{}]*(?=\})/g, (code) => "_".repeat(code.length));
}

function documentOf(text: string, stretches: readonly Stretch[]): TxtDocumentNode {
  const positionAt = positionsIn(text);
  const placeOf = ({ start, end }: Stretch) => ({
    raw: text.slice(start, end),
    range: [start, end] as const,
    loc: { start: positionAt(start), end: positionAt(end) },
  });
  const children = stretches.map((stretch) => {
    const place = placeOf(stretch);
    const str = { type: "Str" as const, value: place.raw, ...place };
    return { type: "Paragraph" as const, children: [str], ...place };
  });
  return { type: "Document", children, ...placeOf({ start: 0, end: text.length }) };
}

function positionsIn(text: string): (offset: number) => TxtNodePosition {
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    const after = lines.findIndex((start) => start > offset);
    const line = after === -1 ? lines.length : after;
    return { line, column: offset - (lines[line - 1] ?? 0) };
  };
}
