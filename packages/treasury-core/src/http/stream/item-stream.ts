import type { TurnStreamItem } from "@agent-treasury/contract";
import type { Clock } from "@agent-treasury/provider";

/** Shorter than the silence after which proxies and platforms close a connection. */
export const heartbeatMs = 15_000;

/** What a stream is made of. */
export interface ItemStreamParts {
  /** Asked for an item when there is room for it, and never before. */
  readonly items: AsyncIterator<TurnStreamItem>;
  /** The first item, where it was asked for already. */
  readonly first: TurnStreamItem | null;
  /** Of the request that the stream answers. */
  readonly requestId: string;
  readonly clock: Clock;
  /** Tells `items` that nobody listens any more. */
  readonly leave: () => void;
  /** Told why the items broke off. */
  readonly report: (error: unknown) => void;
}

/**
 * Items as bytes on their way to one caller. Whoever reads slowly holds up no one: the next item is
 * taken when there is room for it. A stream without an item of kind `result` or `failure` at its end was
 * cut, and its caller comes back for the rest.
 */
export class ItemStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves when the stream is over and asks for nothing more. */
  readonly ended: Promise<void>;
  readonly #parts: ItemStreamParts;
  readonly #over = new AbortController();
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #tellRoom: (() => void) | null = null;
  #writtenAt: number;

  constructor(parts: ItemStreamParts) {
    this.#parts = parts;
    this.#writtenAt = parts.clock.monotonic();
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        if (parts.first !== null) controller.enqueue(encodeItem(parts.first, parts.requestId));
      },
      pull: () => this.#tellRoom?.(),
      cancel: () => this.#finish(),
    });
    this.ended = this.#run();
    void this.#beat();
  }

  /** Ends the stream after what is on its way, so that its caller comes back. */
  end(): void {
    if (this.#over.signal.aborted) return;
    this.#finish();
    this.#controller.close();
  }

  async #run(): Promise<void> {
    const { items, requestId, report } = this.#parts;
    try {
      for (;;) {
        await this.#room();
        if (this.#over.signal.aborted) break;
        const { done, value } = await items.next();
        if (done === true || this.#over.signal.aborted) break;
        this.#write(encodeItem(value, requestId));
      }
    } catch (error) {
      if (!this.#over.signal.aborted) report(error);
    }
    this.end();
    await items.return?.().catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const { clock } = this.#parts;
    for (;;) {
      const silentMs = clock.monotonic() - this.#writtenAt;
      if (silentMs >= heartbeatMs) {
        // Where there is no room, the caller has enough to read.
        if (this.#hasRoom()) this.#write(heartbeat);
        else this.#writtenAt = clock.monotonic();
        continue;
      }
      try {
        await clock.sleep(heartbeatMs - silentMs, this.#over.signal);
      } catch {
        return;
      }
    }
  }

  #write(bytes: Uint8Array): void {
    this.#writtenAt = this.#parts.clock.monotonic();
    this.#controller.enqueue(bytes);
  }

  #hasRoom(): boolean {
    return (this.#controller.desiredSize ?? 0) > 0;
  }

  /** Resolves when the caller can take something, or will never take anything again. */
  async #room(): Promise<void> {
    if (this.#hasRoom() || this.#over.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#tellRoom = resolve;
    });
    this.#tellRoom = null;
  }

  #finish(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#tellRoom?.();
    this.#parts.leave();
  }
}

const encoder = new TextEncoder();

/** What keeps a silent connection open; readers of a stream pass over it. */
export const heartbeat: Uint8Array = encoder.encode(": still here\n\n");

/**
 * An item as a server-sent event: named by its kind, and with its id where a stream can go on after it.
 * JSON has no line ends of its own, so its text is one line of data.
 *
 * @param requestId - Goes with a failure, whichever request the turn was begun by: it is the one that
 *   this caller knows.
 */
export function encodeItem(item: TurnStreamItem, requestId: string): Uint8Array {
  const id = "id" in item ? `id: ${item.id}\n` : "";
  const data =
    item.kind === "failure" ? { ...item, failure: { ...item.failure, requestId } } : item;
  return encoder.encode(`event: ${item.kind}\n${id}data: ${JSON.stringify(data)}\n\n`);
}
