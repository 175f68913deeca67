/** Runs pieces of work one after another, in order. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue in which work never overlaps. A failure does not block later work. */
export function oneAtATime(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
