/** A name that nothing else has. `crypto.randomUUID` would be missing in a page that came over plain HTTP. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
