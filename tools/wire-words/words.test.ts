import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readWords } from "./read-words.ts";

const contract = fileURLToPath(new URL("../../packages/contract/src", import.meta.url));
const words = readWords(contract);

const head = `// Made from the comments of the types in ../wire: do not edit. \`vitest run -u tools/wire-words\` writes it
// anew. The document of the interface says of each field what an editor says of it.
`;

it("has a comment on every field of the wire", () => {
  const silent = Object.entries(words.fields).flatMap(([type, fields]) =>
    Object.entries(fields).flatMap(([field, said]) =>
      said.words === "" && field !== "kind" ? [`${type}.${field}`] : [],
    ),
  );
  expect(silent).toEqual([
    "OpenApiDocument.openapi",
    "OpenApiDocument.info",
    "OpenApiDocument.components",
  ]);
});

it("is kept beside the document of the interface; `vitest run -u` on this file writes it anew", async () => {
  const { OpenApiDocument: _document, ...fields } = words.fields;
  const text = `${head}
/** What a field is, and the type of the wire that its value is made of. */
export interface FieldWords {
  readonly words: string;
  readonly type?: string;
}

/** What each type of the wire is. */
export const typeWords: Readonly<Record<string, string>> = ${literal(words.about)};

/** The fields of each type of the wire. */
export const fieldWords: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = ${literal(fields)};

/** What unions and intersections of the wire are made of. */
export const typeParts: Readonly<Record<string, readonly string[]>> = ${literal(words.parts)};

/** The type of each operation's input. */
export const inputTypes: Readonly<Record<string, string>> = ${literal(words.inputs)};
`;
  await expect(text).toMatchFileSnapshot("../../packages/contract/src/openapi/wire-words.ts");
});

/** As source: what is not deep goes on a line. */
function literal(value: object, indent = "  "): string {
  const rows = Object.entries(value).map(
    ([name, one]) =>
      `${indent}${name}: ${isDeep(one) ? literal(one, `${indent}  `) : JSON.stringify(one)},\n`,
  );
  return `{\n${rows.join("")}${indent.slice(2)}}`;
}

function isDeep(one: unknown): one is object {
  return typeof one === "object" && one !== null && Object.values(one).some(isObject);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
