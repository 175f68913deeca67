import { requestLimits } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

/** Bodies that announce at most this still have room when others fill their three quarters of the limit. */
const smallBodyBytes = 16_384;
const largeBodiesShare = 0.75;
const key = Symbol.for("agent-treasury.buffered-bytes");

/** One count for the process, also where a bundler loads this module more than once. */
function counter(): { bytes: number } {
  const shared = globalThis as { [key]?: { bytes: number } };
  return (shared[key] ??= { bytes: 0 });
}

/**
 * Counts bytes of a body that the process is about to hold.
 *
 * @param bodyBytes - The expected size of the whole body.
 * @throws TreasuryError `service_busy` when the process holds too many already.
 */
export function reserveBytes(bytes: number, bodyBytes: number): void {
  const count = counter();
  const share = bodyBytes <= smallBodyBytes ? 1 : largeBodiesShare;
  if (count.bytes + bytes > requestLimits.bufferedBytes * share) {
    throw new TreasuryError("service_busy", "Too many request bodies are being received.", {
      headers: { "retry-after": "1" },
    });
  }
  count.bytes += bytes;
}

/** Counts bytes off that were reserved. */
export function releaseBytes(bytes: number): void {
  counter().bytes -= bytes;
}
