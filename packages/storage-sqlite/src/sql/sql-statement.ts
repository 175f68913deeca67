import type { Row } from "./rows.ts";

export type SqlValue = string | number | bigint | null;

/** A prepared statement. It returns integers as `bigint`. */
export interface SqlStatement {
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  run(...values: SqlValue[]): { readonly changes: number | bigint };
}
