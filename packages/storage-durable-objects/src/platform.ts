/** What this package uses of Durable Objects. The types of `@cloudflare/workers-types` fit. */
export interface ObjectStorage {
  readonly sql: ObjectSql;
  transactionSync<Result>(work: () => Result): Result;
  getAlarm(): Promise<number | null>;
  /** @param at milliseconds since 1970. */
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
}

export interface ObjectSql {
  exec(text: string, ...values: (string | number | null)[]): { toArray(): object[] };
}

export interface ObjectState {
  readonly id: { readonly name?: string | undefined };
  readonly storage: ObjectStorage;
  blockConcurrencyWhile<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface ObjectNamespace<Stub> {
  getByName(name: string): Stub;
}
