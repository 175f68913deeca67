import { expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import type { ItemStream } from "./item-stream.ts";
import { maximumOfPerson, maximumStreams, OpenStreams } from "./open-streams.ts";

const ada = { id: "operator ada", isAnonymous: false };
const ben = { id: "operator ben", isAnonymous: false };
const guest = { id: "address unknown", isAnonymous: true };

function streamed(): { readonly stream: ItemStream; end(): void } {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return { stream: { ended, end } as unknown as ItemStream, end };
}

async function open(streams: OpenStreams, caller: typeof ada, count: number) {
  const opened = Array.from({ length: count }, streamed);
  await Promise.all(opened.map(({ stream }) => streams.open(caller, async () => stream)));
  return opened;
}

it("leaves half of the streams to other persons than the one that opens most", async () => {
  const streams = new OpenStreams();
  const [first] = await open(streams, ada, maximumOfPerson);
  const refused = () => outcomeOf(streams.open(ada, async () => streamed().stream));
  expect(await refused()).toBe("service_busy");
  const others = await open(streams, ben, maximumStreams - maximumOfPerson);
  first?.end();
  await first?.stream.ended;
  await open(streams, ada, 1);
  expect(await refused()).toBe("service_busy");
  for (const { end } of others) end();
});

it("counts a stream that could not be opened no longer", async () => {
  const streams = new OpenStreams();
  const failing = Array.from({ length: maximumStreams }, () =>
    outcomeOf(streams.open(ada, () => Promise.reject(new Error("gone")))),
  );
  await Promise.allSettled(failing);
  expect(await open(streams, ada, maximumOfPerson)).toHaveLength(maximumOfPerson);
});

it("gives anonymous callers all streams, because they may be one person or many", async () => {
  const streams = new OpenStreams();
  await open(streams, guest, maximumStreams);
  expect(await outcomeOf(streams.open(ada, async () => streamed().stream))).toBe("service_busy");
});
