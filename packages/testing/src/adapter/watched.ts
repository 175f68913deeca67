/** What a scripted request has seen so far. */
export interface Observation {
  started: boolean;
  aborted: boolean;
  cancelled: boolean;
  chunksPulled: number;
}

/** A scripted request that another one can watch and let go on. */
export interface Watched extends Observation {
  readonly released: Promise<void>;
  release(): void;
}

/** Nothing seen yet. */
export function newWatched(): Watched {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return { started: false, aborted: false, cancelled: false, chunksPulled: 0, released, release };
}

/** What can be told of it. */
export function observationOf({ started, aborted, cancelled, chunksPulled }: Watched): Observation {
  return { started, aborted, cancelled, chunksPulled };
}
