import { escaped, prose } from "./html.ts";

/** A JSON Schema, in the part that our document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

/** What a value is, in a few words; a schema with a name becomes a link to it. */
export function typeWords(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(schema.$ref);
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => `<code>${escaped(value)}</code>`).join(", ");
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeWords).join(" or ");
  if (schema.allOf !== undefined) return schema.allOf.map(typeWords).join(" and ");
  if (schema.items !== undefined) return `list of ${typeWords(schema.items)}`;
  if (schema.properties !== undefined) return objectWords(schema);
  const types = [schema.type ?? "anything"].flat();
  return types.map((type) => escaped(schema.format ?? type)).join(" or ");
}

function objectWords({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    return `<code>${escaped(name + mark)}</code>: ${typeWords(field)}`;
  });
  return `{ ${fields.join("; ")} }`;
}

function schemaLink(reference: string): string {
  const name = escaped(reference.split("/").at(-1) ?? "");
  return `<a href="#${name}">${name}</a>`;
}

/** The bounds and the meaning of a field. */
export function boundWords(schema: Schema): string {
  const words = [
    schema.minimum !== undefined && `at least ${schema.minimum}`,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.maxItems !== undefined && `at most ${schema.maxItems} of them`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} unless given`,
  ].filter((word) => word !== false);
  const { description = "" } = schema;
  return [words.map(escaped).join(", "), prose(description)]
    .filter((part) => part !== "")
    .join(". ");
}

/** A table of an object's fields. */
export function fieldTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, field]) =>
    fieldRow(name, required.includes(name), field),
  );
  return rows.length === 0 ? "" : `<table>${rows.join("")}</table>`;
}

/** One row of such a table. */
export function fieldRow(name: string, isRequired: boolean, schema: Schema): string {
  const need = isRequired ? "required" : "";
  const cells = [typeWords(schema), need, boundWords(schema)].map((cell) => `<td>${cell}</td>`);
  return `<tr><th scope="row"><code>${escaped(name)}</code></th>${cells.join("")}</tr>`;
}
