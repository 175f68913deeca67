import type { StreamItem } from "@agent-treasury/contract";
import type { Clock } from "@agent-treasury/provider";

/** An interval shorter than common idle timeouts of proxies. */
export const heartbeatMs = 15_000;

export interface ItemStreamDeps {
  readonly items: AsyncIterator<StreamItem>;
  readonly first: StreamItem | null;
  readonly requestId: string;
  readonly clock: Clock;
  readonly leave: () => void;
  readonly report: (error: unknown) => void;
}

/**
 * Streams items with backpressure. Without a `result` or `failure` at its end, the client
 * reconnects.
 */
export class ItemStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly ended: Promise<void>;
  readonly #parts: ItemStreamDeps;
  readonly #over = new AbortController();
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #tellRoom: (() => void) | null = null;
  #writtenAt: number;

  constructor(parts: ItemStreamDeps) {
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

  /** The client reconnects. */
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
        // Without room, the client has unread data.
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

/** Clients ignore this comment. */
export const heartbeat: Uint8Array = encoder.encode(": still here\n\n");

/**
 * Encodes an item as a server-sent event.
 *
 * @param requestId of this client's request, which replaces the one in a failure.
 */
export function encodeItem(item: StreamItem, requestId: string): Uint8Array {
  const id = "id" in item ? `id: ${item.id}\n` : "";
  const data =
    item.kind === "failure" ? { ...item, failure: { ...item.failure, requestId } } : item;
  return encoder.encode(`event: ${item.kind}\n${id}data: ${JSON.stringify(data)}\n\n`);
}
