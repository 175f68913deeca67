import { describe, expect, it } from "vitest";
import type { Treasury } from "../../index.ts";
import { maximumHistoryCharacters } from "./lease/begin-once.ts";
import { says, testModel } from "./test-model.fixture.ts";
import {
  withAppend,
  type TestDeployment,
  testDeployment,
  stoppedClock,
} from "./two-processes.fixture.ts";

describe("the history of a turn", () => {
  it("is persisted and sent to the model up to a character limit, newest messages first", async () => {
    const { open, storage } = testDeployment();
    const model = testModel(says("Done."));
    const history = Array.from({ length: 40 }, (_, index) => ({
      role: "user" as const,
      content: `${index} `.padEnd(16_000, "x"),
    }));
    const { turnId } = await open(model).runTurn({ message: "Go.", history });
    const [begun] = (await storage.turnLog?.read({ workspaceId: "demo", turnId }, 0, 1)) ?? [];
    expect(JSON.stringify(begun).length).toBeLessThan(maximumHistoryCharacters + 1_000);
    const persisted = model.requests[0]?.messages
      .slice(1, -1)
      .map(({ content }) => content.slice(0, 3));
    expect(persisted).toEqual(["36 ", "37 ", "38 ", "39 "]);
  });
});

const megabyte = 1_048_576;
const dayMs = 86_400_000;
const message = (characters: number) => ({
  role: "user" as const,
  content: "x".repeat(characters),
});
const fiveMessages = Array.from({ length: 5 }, () => message(13_000));

/** Runs a turn and returns the number of characters in each message of its persisted history. */
async function runAndRead(
  { storage }: TestDeployment,
  treasury: Treasury,
  workspaceId: string,
  history = fiveMessages,
): Promise<readonly number[]> {
  const { turnId } = await treasury.runTurn({ workspaceId, message: "Go.", history });
  return lengthsRead(storage, { workspaceId, turnId });
}

async function lengthsRead(
  { turnLog }: TestDeployment["storage"],
  turn: { workspaceId: string; turnId: string },
): Promise<readonly number[]> {
  const [first] = (await turnLog?.read(turn, 0, 1)) ?? [];
  const body = first?.body as unknown as { history: readonly { content: string }[] } | undefined;
  return (body?.history ?? []).map(({ content }) => content.length);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe("the history of all turns of a workspace", () => {
  it("is limited to 4,194,304 characters per day across all processes", async () => {
    const deployment = testDeployment();
    const processes = [1, 2].map(() => deployment.open(testModel(says("Done."))));
    const turns: (readonly number[])[] = [];
    for (let turn = 0; turn < 70; turn += 1) {
      turns.push(await runAndRead(deployment, processes[turn % 2] as Treasury, "acme"));
    }
    expect(sum(turns.flat())).toBeLessThanOrEqual(4 * megabyte);
    expect(turns.slice(62)).toEqual([
      ...Array.from({ length: 2 }, () => [13_000, 13_000, 13_000, 13_000, 13_000]),
      [13_000, 13_000],
      ...Array.from({ length: 5 }, () => []),
    ]);
    const [first] = processes as [Treasury, Treasury];
    expect(await runAndRead(deployment, first, "acme", [message(9_000), message(8_000)])).toEqual([
      8_000,
    ]);
    expect(await runAndRead(deployment, first, "other")).toHaveLength(5);
    deployment.clock.advance(dayMs);
    expect(await runAndRead(deployment, first, "acme")).toHaveLength(5);
  });

  it("is not reduced by a reset", async () => {
    const deployment = testDeployment();
    const treasury = deployment.open(testModel(says("Done.")));
    for (let turn = 0; turn < 65; turn += 1) await runAndRead(deployment, treasury, "acme");
    await treasury.reset({ workspaceId: "acme" });
    expect(await runAndRead(deployment, treasury, "acme")).toEqual([]);
  });

  it("counts a repeated request once when the first process crashed", async () => {
    const deployment = testDeployment();
    const treasury = deployment.open(testModel(says("Done.")));
    for (let turn = 0; turn < 64; turn += 1) await runAndRead(deployment, treasury, "acme");
    const appending = Promise.withResolvers<void>();
    const storage = withAppend(deployment.storage, () => {
      appending.resolve();
      return new Promise<never>(() => {});
    });
    const clock = stoppedClock(deployment.clock);
    void sendKeyed(deployment.open(testModel(), { storage, clock }));
    await appending.promise;
    deployment.clock.advance(16_000);
    const turnId = await sendKeyed(treasury);
    const turn = { workspaceId: "acme", turnId };
    expect(await lengthsRead(deployment.storage, turn)).toEqual([13_000, 13_000]);
    expect(await runAndRead(deployment, treasury, "acme", [message(8_304)])).toHaveLength(1);
    expect(await runAndRead(deployment, treasury, "acme", [message(1)])).toHaveLength(0);
  });
});

/** Starts a turn with the same idempotency key each time. */
async function sendKeyed({ handler }: Treasury): Promise<string> {
  const response = await handler(
    new Request("http://localhost:3000/api/service/agent", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "k" },
      body: JSON.stringify({ workspaceId: "acme", message: "Go.", history: fiveMessages }),
    }),
  );
  return ((await response.json()) as { turnId: string }).turnId;
}
