/** Runs one piece of work after another, in the order in which they came. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a queue of its own: work in it never overlaps, and one that fails holds up no other. */
export function oneAtATime(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
