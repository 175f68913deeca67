/** A form's fields as nested values: `a[b][0][c]=1` is `{ a: { b: { 0: { c: "1" } } } }`. */
export interface FormFields {
  readonly [name: string]: string | FormFields;
}

/** Reads the form encoding of Stripe's API. */
export function readFormFields(parameters: URLSearchParams): FormFields {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of parameters) {
    const path = name.split(/\[|\]\[|\]/).filter((part) => part !== "");
    let place = fields;
    for (const part of path.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Record<string, unknown>;
    }
    place[path.at(-1) ?? name] = value;
  }
  return fields as FormFields;
}

/** Returns the field at a path; undefined when it was not sent. */
export function fieldAt(
  fields: FormFields,
  ...path: readonly string[]
): string | FormFields | undefined {
  let found: string | FormFields | undefined = fields;
  for (const part of path) {
    if (typeof found !== "object") return undefined;
    found = found[part];
  }
  return found;
}

export function textAt(fields: FormFields, ...path: readonly string[]): string | undefined {
  const found = fieldAt(fields, ...path);
  return typeof found === "string" ? found : undefined;
}

export function metadataAt(
  fields: FormFields,
  ...path: readonly string[]
): Readonly<Record<string, string>> {
  const found = fieldAt(fields, ...path);
  if (typeof found !== "object") return {};
  return Object.fromEntries(
    Object.entries(found).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}
