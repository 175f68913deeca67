export interface Observation {
  started: boolean;
  aborted: boolean;
  cancelled: boolean;
  chunksPulled: number;
}

/** A scripted request that another request can observe and release. */
export interface Watched extends Observation {
  readonly released: Promise<void>;
  release(): void;
}

export function newWatched(): Watched {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  return { started: false, aborted: false, cancelled: false, chunksPulled: 0, released, release };
}

export function observationOf({ started, aborted, cancelled, chunksPulled }: Watched): Observation {
  return { started, aborted, cancelled, chunksPulled };
}
