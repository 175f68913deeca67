/** What is known of the commits of one request. */
export interface RequestEffects {
  /** Whether one of them was or may have been written. */
  mayHaveWritten: boolean;
  /** The number of commands without an outcome. */
  pending: number;
  /** The approved spend that an executor pays, and the time for it. Null before the approval. */
  payment: { readonly proposalId: string; readonly graceMs: number } | null;
  /** Whether the request continues with work that has a time limit of its own. */
  isUnbounded: boolean;
  /** When that work ended, by `performance.now()`. */
  boundedSince: number;
  /** Whether the request was answered before its end, so that it must not send anything more. */
  isAbandoned: boolean;
}

export function noEffects(): RequestEffects {
  return {
    mayHaveWritten: false,
    pending: 0,
    payment: null,
    isUnbounded: false,
    boundedSince: 0,
    isAbandoned: false,
  };
}

/** A command without an outcome may still be written. */
export function mayHaveWritten(effects: RequestEffects): boolean {
  return effects.mayHaveWritten || effects.pending > 0;
}

interface Scopes {
  run<Result>(effects: RequestEffects | undefined, work: () => Result): Result;
  getStore(): RequestEffects | undefined;
}

/** Looked up at run time, because an import would fail on other platforms. */
function scopesOn(platform: object): Scopes | null {
  const { process } = platform as { process?: { getBuiltinModule?(name: string): unknown } };
  const { AsyncLocalStorage } = (process?.getBuiltinModule?.("node:async_hooks") ?? {}) as {
    AsyncLocalStorage?: new () => Scopes;
  };
  return AsyncLocalStorage === undefined ? null : new AsyncLocalStorage();
}

const scopes = scopesOn(globalThis);

/** Runs a request, whose commands then mark `effects`. Without scopes, it may have written. */
export function withEffects<Result>(effects: RequestEffects, work: () => Result): Result {
  if (scopes !== null) return scopes.run(effects, work);
  effects.mayHaveWritten = true;
  return work();
}

/** Runs work that may outlive the request that begins it, such as a delivery of events. */
export function outsideRequests<Result>(work: () => Result): Result {
  return scopes === null ? work() : scopes.run(undefined, work);
}

/** Those of the request that runs; undefined outside of requests. */
export function effectsOfRequest(): RequestEffects | undefined {
  return scopes?.getStore();
}
