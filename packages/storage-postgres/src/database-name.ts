/** Returns the namespace of OpenTelemetry's conventions for PostgreSQL, without the database of a pool. */
export function databaseNamespace(url: string | null, schema: string): string {
  // It may name several hosts, which `URL` does not parse.
  const [, name] = /^postgres(?:ql)?:\/\/[^/?#]*\/([^/?#]+)/.exec(url ?? "") ?? [];
  if (name === undefined) return schema;
  try {
    return `${decodeURIComponent(name)}|${schema}`;
  } catch {
    return schema;
  }
}
