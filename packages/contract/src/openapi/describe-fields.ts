import type { JsonSchema } from "./json-schema.ts";
import { fieldWords, typeParts, typeWords } from "./wire-words.ts";

/** A schema with what the contract's types say of it and of its fields. */
export function describedAs(type: string, schema: JsonSchema): JsonSchema {
  return said(typeWords[type], describeFields(schema, type));
}

/** A schema whose fields have the words of a type's, down to those of the types within. */
export function describeFields(schema: JsonSchema, type: string | undefined): JsonSchema {
  if (type === undefined || "$ref" in schema) return schema;
  const described: JsonSchema = { ...schema };
  for (const kind of ["anyOf", "oneOf", "allOf"] as const) {
    const options = schema[kind] as readonly JsonSchema[] | undefined;
    if (options === undefined) continue;
    described[kind] = options.map((option) => describeFields(option, partLike(type, option)));
  }
  if (schema["items"] !== undefined) {
    described["items"] = describeFields(schema["items"] as JsonSchema, type);
  }
  if (schema["properties"] !== undefined) {
    const fields = Object.entries(schema["properties"] as Record<string, JsonSchema>);
    const words = fieldWords[type] ?? {};
    described["properties"] = Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        said(words[name]?.words, describeFields(field, words[name]?.type)),
      ]),
    );
  }
  return described;
}

/** Of a union or an intersection, the part that has the fields of a schema. */
function partLike(type: string, { properties }: JsonSchema): string {
  const names = Object.keys((properties as object | undefined) ?? {}).toSorted();
  const isLike = (part: string): boolean =>
    Object.keys(fieldWords[part] ?? {})
      .toSorted()
      .join() === names.join();
  return leavesOf(type).find(isLike) ?? type;
}

function leavesOf(type: string): readonly string[] {
  return typeParts[type]?.flatMap(leavesOf) ?? [type];
}

function said(words: string | undefined, schema: JsonSchema): JsonSchema {
  return words === undefined || words === "" ? schema : { ...schema, description: words };
}
