import { parseSync, Visitor } from "oxc-parser";

/** A stretch of a source file that people read, from `start` to before `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const titleFunctions = new Set(["it", "describe", "test"]);
const texts = new Set(["Literal", "TemplateLiteral"]);

/**
 * Returns the comments of a source file, its strings of several words, and its JSX text, in their order. Of a test or
 * a fixture, the only strings are the titles of tests, because the others are data.
 */
export function readSource(path: string, text: string): readonly Stretch[] {
  const { program, comments } = parseSync(path, text);
  const stretches: Stretch[] = joined(text, comments.map(withoutMarks));
  const isTest = /\.(?:test|fixture)\.tsx?$/.test(path);
  const isSentence = ({ start, end }: Stretch) => /[a-z]\S* \S/i.test(text.slice(start, end));
  const add = ({ start, end }: Stretch) => {
    if (isSentence({ start, end })) stretches.push({ start, end });
  };
  new Visitor({
    JSXText: add,
    ...(isTest
      ? {
          CallExpression: ({ callee, arguments: [title] }) => {
            if (
              title !== undefined &&
              texts.has(title.type) &&
              titleFunctions.has(rootName(callee))
            ) {
              add(title);
            }
          },
        }
      : {
          Literal: (node) => {
            if (typeof node.value === "string") add(node);
          },
          TemplateLiteral: add,
        }),
  }).visit(program);
  return stretches.toSorted((one, other) => one.start - other.start);
}

/** The name that a call begins with: `it` of `it.each(rows)("…")`. */
function rootName(callee: unknown): string {
  const node = callee as { name?: string; object?: unknown; callee?: unknown; tag?: unknown };
  if (node.name !== undefined) return node.name;
  const inner = node.object ?? node.callee ?? node.tag;
  return inner === undefined ? "" : rootName(inner);
}

function withoutMarks({ type, start, end }: Stretch & { readonly type: string }): Stretch {
  return { start: start + 2, end: type === "Block" ? end - 2 : end };
}

/** Joins the lines of one comment in `//`. */
function joined(text: string, comments: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const comment of comments) {
    const last = stretches.at(-1);
    if (last !== undefined && /^\s*\/\/$/.test(text.slice(last.end, comment.start))) {
      stretches[stretches.length - 1] = { start: last.start, end: comment.end };
    } else stretches.push(comment);
  }
  return stretches;
}
