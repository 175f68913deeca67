import { BrokenAnswer } from "./broken-answer.ts";

/** Per response, decoded. The longest answer that a turn accepts is a tenth of this. */
const maximumMebibytes = 16;
const maximumBytes = maximumMebibytes * 1_048_576;

/**
 * `fetch` that rejects a response with a decoded body above 16 MiB. A compressed response can
 * expand a thousandfold, and the SDK buffers a body without line breaks.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(byteLimit()), { status, statusText, headers });
};

function byteLimit(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = maximumBytes;
  return new TransformStream({
    transform: (piece, controller) => {
      left -= piece.byteLength;
      if (left >= 0) controller.enqueue(piece);
      else controller.error(new BrokenAnswer(`sent more than ${maximumMebibytes} MiB`));
    },
  });
}
