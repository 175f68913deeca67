/** A JSON Schema of draft 2020-12. */
export type JsonSchema = Record<string, unknown>;

/** The schema of an object. */
export interface ObjectSchema extends JsonSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
}
