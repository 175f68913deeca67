/** Returns a random id. A page over plain HTTP has no `crypto.randomUUID`. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
