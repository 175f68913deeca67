/**
 * Whether one of several may have one more pending item: as many as are still free for others.
 * Otherwise a few of them could fill the bound, and no other one could ask.
 */
export function hasShare(own: number, all: number, bound: number): boolean {
  return own < bound - all;
}
