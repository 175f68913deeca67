/** More requests with one payment are refused while it is sold. */
const maximumWaiting = 100;

interface Flight {
  readonly ended: Promise<void>;
  waiting: number;
}

/** Runs one of the concurrent requests with a payment. The others wait for its end. */
export class PaymentsInFlight {
  readonly #flights: Map<string, Flight> = new Map();

  /** Calls `first`, or `later` once the first call has ended. Null if too many wait. */
  async run<Answer>(
    paymentId: string,
    first: () => Promise<Answer>,
    later: () => Promise<Answer>,
  ): Promise<Answer | null> {
    const flight = this.#flights.get(paymentId);
    if (flight !== undefined) {
      if (flight.waiting >= maximumWaiting) return null;
      flight.waiting += 1;
      await flight.ended;
      return later();
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#flights.set(paymentId, { ended, waiting: 0 });
    try {
      return await first();
    } finally {
      this.#flights.delete(paymentId);
      end();
    }
  }
}
