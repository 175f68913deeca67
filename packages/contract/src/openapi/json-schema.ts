/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has them. */
export type JsonSchema = Record<string, unknown>;

/** An object's schema. */
export interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
}
