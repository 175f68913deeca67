import type { Commit } from "../ports/commit.ts";
import type { Snapshot } from "../ports/storage.ts";
import { TreasuryError } from "../treasury-error.ts";

interface Connector<Connection> {
  /** For messages. */
  readonly name: string;
  connect(): Promise<Connection>;
  /** Called once, after all calls. Null if no connection is open. */
  disconnect(connection: Connection | null): Promise<void> | void;
  toError(error: unknown): TreasuryError;
}

/** Wraps the error of a decision, so that it is not taken for one of the database. */
export class DecisionFault extends Error {}

/** The calls of a storage that connects at the first use, and again after a failure. */
export class StorageCalls<Connection> {
  readonly #connector: Connector<Connection>;
  readonly #inFlight: Set<Promise<unknown>> = new Set();
  #connection: Promise<Connection> | null = null;
  #closing: Promise<void> | null = null;

  constructor(connector: Connector<Connection>) {
    this.#connector = connector;
  }

  /** @param turns awaited between the connection and `work`. */
  use<Result>(
    work: (connection: Connection) => Promise<Result>,
    turns?: { next(): Promise<unknown> },
  ): Promise<Result> {
    const result = this.#attempt(work, turns).finally(() => this.#inFlight.delete(result));
    this.#inFlight.add(result);
    return result;
  }

  /** Returns the open connection, or null. Does not connect. */
  async current(): Promise<Connection | null> {
    const connection = await this.#connection?.catch(() => null);
    return (this.#closing === null && connection) || null;
  }

  /** Waits for running calls, then disconnects. May be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #attempt<Result>(
    work: (connection: Connection) => Promise<Result>,
    turns?: { next(): Promise<unknown> },
  ): Promise<Result> {
    const { name, toError } = this.#connector;
    try {
      if (this.#closing) throw new TreasuryError("storage_error", `The ${name} storage is closed.`);
      const connection = await this.#open();
      if (turns !== undefined) await turns.next();
      return await work(connection);
    } catch (error) {
      throw error instanceof DecisionFault ? error.cause : toError(error);
    }
  }

  #open(): Promise<Connection> {
    this.#connection ??= this.#connector.connect().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    });
    return this.#connection;
  }

  async #finish(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await this.#connector.disconnect((await this.#connection?.catch(() => null)) ?? null);
  }
}

/** Calls the callback of `exclusive`. `StorageCalls` rejects with its error, untranslated. */
export function decideOn(
  snapshot: Snapshot,
  decide: (snapshot: Snapshot) => Commit | null,
): Commit | null {
  try {
    return decide(snapshot);
  } catch (cause) {
    throw new DecisionFault("The decision failed.", { cause });
  }
}
