import type { Treasury } from "../treasury.ts";

/** The part of a Worker's context that keeps it running after a response. */
export interface RequestLifetime {
  waitUntil(work: Promise<unknown>): void;
}

/**
 * Returns a handler that creates a treasury for each request and closes it after the response. It is
 * for isolates where no request may wait for another one, such as Cloudflare Workers. Everywhere
 * else, one treasury for all requests is faster.
 *
 * Set `recoverySeconds: false`, and call `treasury.recover()` on a schedule.
 *
 * @example
 * ```ts
 * const handle = treasuryPerRequest(() =>
 *   createTreasury({
 *     baseUrl: "https://treasury.example.com",
 *     storage: postgresStorage({ url: "postgres://app@db.example.com/app" }),
 *     recoverySeconds: false,
 *   }),
 * );
 * ```
 */
export function treasuryPerRequest(
  create: () => Treasury,
): (request: Request, lifetime: RequestLifetime) => Promise<Response> {
  return async (request, lifetime) => {
    const treasury = create();
    const response = await treasury.handler(request);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    // A stream ends late, also when its reader leaves.
    const sent = response.body === null ? Promise.resolve() : response.body.pipeTo(writable);
    lifetime.waitUntil(sent.catch(() => {}).then(() => treasury.close()));
    return response.body === null ? response : new Response(readable, response);
  };
}
