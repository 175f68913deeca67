/** The finished share of a build, and the share at the end of the running step. */
export type BuildShare = readonly [done: number, upTo: number];

/** Reads how far `next build` is from its output. Compiling takes most of the time. */
export function buildShare(output: string): BuildShare {
  if (output.includes("Finalizing page optimization")) return [0.97, 1];
  const counts = [...output.matchAll(/Generating static pages.*?\((\d+)\/(\d+)\)/g)];
  const [, generated, pages] = counts.at(-1) ?? [];
  if (generated !== undefined) {
    const share = 0.9 + (0.07 * Number(generated)) / Math.max(1, Number(pages));
    return [share, share];
  }
  if (output.includes("Collecting page data")) return [0.82, 0.9];
  return output.includes("Compiled ") ? [0.8, 0.82] : [0, 0.8];
}
