/** What a meter does with a stream that it passes on. */
export interface StreamObserver<Piece> {
  /** Runs before the piece is passed on. */
  readonly piece: (piece: Piece) => Promise<void> | void;
  /** Runs once: at the end, or when the stream failed or its reader canceled it. */
  readonly end: () => Promise<void>;
}

/** Passes on a stream unchanged, at the pace of its reader. */
export function observedStream<Piece>(
  source: ReadableStream<Piece>,
  observer: StreamObserver<Piece>,
): ReadableStream<Piece> {
  const reader = source.getReader();
  // Also a stream that fails while no reader waits has ended.
  reader.closed.catch(() => observer.end());
  return new ReadableStream<Piece>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            await observer.piece(value);
            controller.enqueue(value);
            return;
          }
        } catch (error) {
          await observer.end();
          throw error;
        }
        await observer.end();
        controller.close();
      },
      async cancel(reason) {
        await Promise.all([reader.cancel(reason), observer.end()]);
      },
    },
    { highWaterMark: 0 },
  );
}
