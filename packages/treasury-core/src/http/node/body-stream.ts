import { listenToBody } from "./body-pieces.ts";
import type { NodeRequest } from "./node-types.ts";

/** The body as a web stream with backpressure. */
export function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        stop ??= listenToBody(request, {
          onPiece: (piece) => {
            request.pause();
            controller.enqueue(piece);
          },
          onEnd: () => controller.close(),
          onBroken: (error) => controller.error(error),
        });
        request.resume();
      },
      cancel() {
        stop?.();
      },
    },
    { highWaterMark: 0 },
  );
}
