import { type TestChain, anvilBinary, startChain } from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Endpoint, request, testBuyer, testUrl } from "./test-buyer.fixture.ts";
import { testShop } from "./test-shop.fixture.ts";

const identifier = "buyer_1234567890abcdef";
const presentations = 30;

describe.skipIf(anvilBinary === null)("a `payment-identifier`", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  it("collects one payment, also of one that is signed again with it in another process", async () => {
    const { start, arrivals } = await testShop(chain);
    const [sell, other] = [start().endpoint(), start().endpoint()];
    const buyer = await testBuyer(chain);
    const first = await buyer.pay(sell, { identifier });
    const second = await buyer.pay(sell, { identifier });
    expect((await sell(request(first))).status).toBe(200);
    for (const again of [sell, other]) {
      const refused = await again(request(second));
      expect([refused.status, await refused.json()]).toEqual([
        409,
        { error: expect.stringContaining("`payment-identifier`") },
      ]);
    }
    expect(await (await other(request(first))).text()).toBe("Sunny");
    expect(await arrivals()).toHaveLength(1);
  });

  it("collects one of two payments that are presented with it at once in two processes", async () => {
    const { start, arrivals } = await testShop(chain);
    const buyer = await testBuyer(chain);
    let runs = 0;
    const handler = (): Response => new Response(`Sunny ${(runs += 1)}`);
    const processes = [start().endpoint(handler), start().endpoint(handler)];
    const payments = await Promise.all(
      processes.map((sell) => buyer.pay(sell, { identifier: `${identifier}_2` })),
    );
    const answers = await Promise.all(
      processes.map((sell, at) => sell(request(payments[at] as string))),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    expect([runs, (await arrivals()).length]).toEqual([1, 1]);
  });

  it("is free for another payment if nothing was sold", async () => {
    const { start, arrivals } = await testShop(chain);
    let status = 503;
    const sell = start().endpoint(() => new Response("Rain", { status }));
    const buyer = await testBuyer(chain);
    const changes = { identifier: `${identifier}_3` };
    expect((await sell(request(await buyer.pay(sell, changes)))).status).toBe(503);
    status = 200;
    expect((await sell(request(await buyer.pay(sell, changes)))).status).toBe(200);
    expect(await arrivals()).toHaveLength(1);
  });

  it("returns the recorded answer after the authorization expired, until a day later", async () => {
    const { start, clock, arrivals } = await testShop(chain);
    const sell = start().endpoint();
    const buyer = await testBuyer(chain);
    const payment = await buyer.pay(sell, { identifier: `${identifier}_4` });
    expect((await sell(request(payment))).status).toBe(200);
    clock.advance(23 * 3_600);
    expect(await (await sell(request(payment))).text()).toBe("Sunny");
    expect(await arrivals()).toHaveLength(1);
  });

  it.each(["short", "x".repeat(129), "buyer 1234567890abc"])(
    "is refused if it is not valid: %s",
    async (invalid) => {
      const { start, arrivals } = await testShop(chain);
      const sell = start().endpoint();
      const buyer = await testBuyer(chain);
      const answer = await sell(request(await buyer.pay(sell, { identifier: invalid })));
      expect([answer.status, await answer.json()]).toEqual([
        402,
        { error: expect.stringContaining("`payment-identifier`") },
      ]);
      expect(await arrivals()).toEqual([]);
    },
  );
});

describe.skipIf(anvilBinary === null)("one payment that is presented many times at once", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  async function presentAtOnce(
    options: { readonly processes: number; readonly identifier?: string },
    status = 200,
  ) {
    const { start, arrivals } = await testShop(chain);
    let runs = 0;
    const handler = async (): Promise<Response> => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return new Response(`Sunny ${runs}`, { status });
    };
    const sells = Array.from({ length: options.processes }, () => start().endpoint(handler));
    const payment = await (await testBuyer(chain)).pay(sells[0] as Endpoint, options);
    const answers = await Promise.all(
      Array.from({ length: presentations }, (_, at) =>
        (sells[at % sells.length] as Endpoint)(request(payment)),
      ),
    );
    return {
      runs,
      arrivals: (await arrivals()).length,
      statuses: answers.map((answer) => answer.status),
      texts: await Promise.all(answers.map((answer) => answer.text())),
    };
  }

  it.each([1, 2])(
    "runs the handler once and returns one answer, in %i processes",
    async (processes) => {
      const { runs, arrivals, statuses } = await presentAtOnce({ processes });
      expect([runs, arrivals]).toEqual([1, 1]);
      expect(statuses.toSorted((one, other) => one - other)).toEqual([
        200,
        ...Array.from({ length: 29 }, () => 409),
      ]);
    },
  );

  it.each([1, 2])(
    "returns the answer to all with its identifier, in %i processes",
    async (processes) => {
      const { runs, arrivals, texts } = await presentAtOnce({
        processes,
        identifier: `at_once_1234567890_${processes}`,
      });
      expect([runs, arrivals]).toEqual([1, 1]);
      expect(texts).toEqual(Array.from({ length: presentations }, () => "Sunny 1"));
    },
  );

  it("runs a handler that fails once for all of them", async () => {
    const { runs, arrivals, statuses } = await presentAtOnce({ processes: 1 }, 500);
    expect([runs, arrivals]).toEqual([1, 0]);
    expect(new Set(statuses)).toEqual(new Set([500, 503]));
  });

  it("does not run the handler for other requests beside it", async () => {
    const { start } = await testShop(chain);
    let runs = 0;
    const sell = start().endpoint(() => new Response(`Sunny ${(runs += 1)}`));
    const payment = await (await testBuyer(chain)).pay(sell);
    const urls = [testUrl, `${testUrl}&days=2`, `${testUrl}&days=3`];
    const answers = await Promise.all(urls.map((url) => sell(request(payment, url))));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409,
    ]);
    expect(runs).toBe(1);
  });

  it("waits for few, and refuses more of them with 503", async () => {
    const { start } = await testShop(chain);
    const finished = Promise.withResolvers<Response>();
    const sell = start().endpoint(() => finished.promise);
    const payment = await (await testBuyer(chain)).pay(sell);
    const answers = Array.from({ length: 200 }, () => sell(request(payment)));
    const soonest = await Promise.race(answers);
    expect([soonest.status, soonest.headers.get("retry-after")]).toEqual([503, "5"]);
    finished.resolve(new Response("Sunny"));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it("of a process that exited in the handler, runs it again once its lease is over", async () => {
    const { start, clock, arrivals } = await testShop(chain);
    const never = new Promise<Response>(() => {});
    const exited = start().endpoint(() => never);
    const payment = await (await testBuyer(chain)).pay(exited);
    void exited(request(payment));
    // The lease is taken before the handler runs.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const sell = start().endpoint();
    const waiting = sell(request(payment));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await arrivals()).toEqual([]);
    clock.advance(60);
    expect((await waiting).status).toBe(200);
    expect(await arrivals()).toHaveLength(1);
  });
});
