import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** What a field is, and the type that its value is made of, where the contract has a name for it. */
export interface FieldWords {
  readonly words: string;
  readonly type?: string;
}

/** What the contract's sources say of their types. */
export interface ReadWords {
  /** What each type is. */
  readonly about: Readonly<Record<string, string>>;
  /** Interfaces by name, with the fields of what they extend. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, FieldWords>>>>;
  /** Unions and intersections of interfaces, by name. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** The type of each operation's input. */
  readonly inputs: Readonly<Record<string, string>>;
}

/** Reads the comments of the types of the wire, and which of them each operation takes. */
export function readWords(contract: string): ReadWords {
  const wire = readdirSync(join(contract, "wire")).map((file) => join(contract, "wire", file));
  const files = [...wire, join(contract, "operations.ts")];
  const statements = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true).statements];
  });
  const interfaces = statements.filter(ts.isInterfaceDeclaration);
  const aliases = statements.filter(ts.isTypeAliasDeclaration);
  const byName = new Map(interfaces.map((one) => [one.name.text, one]));
  const operations = byName.get("Operations");
  byName.delete("Operations");
  const fieldsOf = (name: string): Record<string, FieldWords> => {
    const declaration = byName.get(name);
    const extended = declaration?.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
    return Object.assign(
      {},
      ...extended.map(({ expression }) => fieldsOf(expression.getText())),
      declaration === undefined ? {} : ownFields(declaration),
    );
  };
  const parts = aliases.flatMap(({ name, type }) => {
    const named = namesIn(type).filter((one) => byName.has(one) || isAlias(aliases, one));
    const isMade = ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type);
    return isMade && named.length > 0 ? [[name.text, named] as const] : [];
  });
  const partsOf = Object.fromEntries(parts);
  const isKnown = (type: string | undefined): type is string =>
    type !== undefined && (byName.has(type) || type in partsOf);
  const named = [...interfaces, ...aliases].filter(({ name }) => isKnown(name.text));
  return {
    about: Object.fromEntries(named.map((one) => [one.name.text, commentOf(one)])),
    fields: Object.fromEntries(
      [...byName.keys()].map((name) => [name, withKnownTypes(fieldsOf(name), isKnown)]),
    ),
    parts: partsOf,
    inputs: inputsOf(operations),
  };
}

/** Of the types of fields, those that something is said of. */
function withKnownTypes(
  fields: Readonly<Record<string, FieldWords>>,
  isKnown: (type: string | undefined) => boolean,
): Record<string, FieldWords> {
  const kept = Object.entries(fields).map(
    ([name, { words, type }]) =>
      [name, type !== undefined && isKnown(type) ? { words, type } : { words }] as const,
  );
  return Object.fromEntries(kept);
}

function ownFields(declaration: ts.InterfaceDeclaration): Record<string, FieldWords> {
  const fields = declaration.members.filter(ts.isPropertySignature).map((member) => {
    const [type] = member.type === undefined ? [] : namesIn(member.type);
    const words = commentOf(member);
    return [member.name.getText(), type === undefined ? { words } : { words, type }] as const;
  });
  return Object.fromEntries(fields);
}

/** A comment as one line of text. */
function commentOf(node: ts.Node): string {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment;
  return (ts.getTextOfJSDocComment(comment) ?? "").replaceAll(/\s+/g, " ").trim();
}

/** The names of types that a type is written with. */
function namesIn(type: ts.Node): readonly string[] {
  if (ts.isTypeReferenceNode(type) && type.typeArguments === undefined) {
    return [type.typeName.getText()];
  }
  const names: string[] = [];
  type.forEachChild((child) => void names.push(...namesIn(child)));
  return names;
}

function isAlias(aliases: readonly ts.TypeAliasDeclaration[], name: string): boolean {
  return aliases.some((alias) => alias.name.text === name);
}

function inputsOf(operations: ts.InterfaceDeclaration | undefined): Record<string, string> {
  const members = operations?.members.filter(ts.isPropertySignature) ?? [];
  const inputs = members.flatMap((member) => {
    const [input] = member.type === undefined ? [] : namesIn(member.type);
    return input === undefined ? [] : [[member.name.getText(), input] as const];
  });
  return Object.fromEntries(inputs);
}
