/** A PostgreSQL that contestants share. */
export interface Database {
  /** `postgres://…`, as a role that may make schemas. */
  readonly url: string;
  /** Where it comes from, for example `Debian's, started for the run`. */
  readonly origin: string;
  /** The directory of `pgbench`; null where there is none. */
  readonly programs: string | null;
  close(): Promise<void>;
}
