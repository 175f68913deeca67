/** A PostgreSQL that contestants share. */
export interface Database {
  /** `postgres://…`, as a role that may create schemas. */
  readonly url: string;
  /** For example `Debian's, started for the run`. */
  readonly origin: string;
  /** The directory of `pgbench`, or null. */
  readonly programs: string | null;
  close(): Promise<void>;
}
