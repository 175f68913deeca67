import { describe, expect, it } from "vitest";
import { testModel } from "./test-model.fixture.ts";
import { house } from "./two-processes.fixture.ts";

const message = "Go.";

/** Longer than what is not urgent waits before it is kept. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

describe("a process that ends", () => {
  it("stops its turns after a while, and the next one goes on from there", async () => {
    const home = house();
    const model = testModel("wait");
    const one = home.open(model, { turns: { drainSeconds: 5 } });
    const turn = one.runTurn({ message }).catch((error: unknown) => error);
    await model.askedTimes(1);
    // The storage is shared, and outlives this process.
    const closing = Promise.resolve(one.close());
    await aMoment();
    home.clock.advance(5_000);
    await closing;
    expect(await turn).toMatchObject({ code: "shutting_down" });
  });

  it("keeps nobody who waits for a result over HTTP for longer than that", async () => {
    const home = house();
    const model = testModel("wait");
    const one = home.open(model, { turns: { drainSeconds: 5 } });
    const answered = one.handler(
      new Request("http://localhost:3000/api/service/agent", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message }),
      }),
    );
    await model.askedTimes(1);
    const closing = Promise.resolve(one.close());
    await aMoment();
    home.clock.advance(5_000);
    await closing;
    const answer = await answered;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "shutting_down" });
  });

  it("lets a request that came before begin its turn, and leaves that one too", async () => {
    const home = house();
    const model = testModel("wait");
    const one = home.open(model, { turns: { drainSeconds: 5 } });
    const sent = Promise.withResolvers<string>();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(await sent.promise));
        controller.close();
      },
    });
    const address = "http://localhost:3000/api/service/agent";
    const headers = { "content-type": "application/json" };
    const duplex = "half";
    const answered = one.handler(
      new Request(address, { method: "POST", headers, body, duplex } as RequestInit),
    );
    const closing = Promise.resolve(one.close());
    sent.resolve(JSON.stringify({ message }));
    await model.askedTimes(1);
    home.clock.advance(5_000);
    await closing;
    expect((await answered).status).toBe(503);
  });
});
