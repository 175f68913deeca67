import { TreasuryError } from "@agent-treasury/provider";

export const defaultSchema = "agent_treasury";

/** Such a name needs no quoting and cannot contain SQL. */
export function assertSchemaName(schema: string): void {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith("pg_")) return;
  throw new TreasuryError(
    "storage_error",
    `The schema name "${schema}" is invalid: use up to 63 lower-case letters, digits and _, beginning with a letter.`,
  );
}
