/** The subset of JSON Schema in zod's output for our shapes. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
}

/** Returns a named shape as a TypeScript declaration with JSDoc. */
export function declarationText(name: string, schema: JsonSchema): string {
  const text = typeText(schema, "");
  const isUnion = schema.anyOf !== undefined || schema.oneOf !== undefined;
  const declaration =
    text.startsWith("{") && !isUnion
      ? `export interface ${name} ${text}`
      : `export type ${name} = ${text};`;
  return docText(schema, "") + declaration;
}

export function docText({ description }: JsonSchema, indent: string): string {
  if (description === undefined) return "";
  return `/** ${description.replaceAll("*/", "*\\/")} */\n${indent}`;
}

function typeText(schema: JsonSchema, indent: string): string {
  const { $ref, type, items, properties, additionalProperties: values } = schema;
  if (Array.isArray(type))
    return type.map((one) => typeText({ ...schema, type: one }, indent)).join(" | ");
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.map((one) => typeText(one, indent)).join(" | ");
  if (schema.allOf !== undefined) {
    return schema.allOf.map((one) => inParentheses(typeText(one, indent))).join(" & ");
  }
  if (type === "array") return `${inParentheses(typeText(items ?? {}, indent))}[]`;
  if (type === undefined) return "unknown";
  if (type !== "object") return type === "integer" ? "number" : String(type);
  if (Object.keys(properties ?? {}).length > 0) return objectText(schema, indent);
  return `Record<string, ${values === undefined ? "never" : typeText(values, indent)}>`;
}

function objectText(schema: JsonSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, field]) => {
    const type = typeText(field, inner);
    const member = required.includes(name) ? `${name}: ${type};` : `${name}?: ${type} | undefined;`;
    return `${inner}${docText(field, inner)}${member}\n`;
  });
  if (others !== undefined) members.push(`${inner}[field: string]: ${typeText(others, inner)};\n`);
  return `{\n${members.join("")}${indent}}`;
}

/** Unions bind less than `[]` and `&`. */
function inParentheses(type: string): string {
  return /^[^{<]* \| /.test(type) ? `(${type})` : type;
}
