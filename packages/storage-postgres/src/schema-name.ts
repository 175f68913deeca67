import { TreasuryError } from "@agent-treasury/provider";

/** The schema that holds the treasury's tables unless the app names another. */
export const defaultSchema = "agent_treasury";

/** A plain lower-case name needs no quoting, reads well, and cannot carry SQL. */
export function assertSchemaName(schema: string): void {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith("pg_")) return;
  throw new TreasuryError(
    "storage_error",
    `The schema "${schema}" is no name for one: use up to 63 lower-case letters, digits and _, beginning with a letter.`,
  );
}
