import type { Storage, TurnLog, TurnName } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import type { AgentTool, Treasury } from "../../../index.ts";
import { TurnState } from "../log/turn-state.ts";
import { calls, says, testModel } from "../test-model.fixture.ts";
import {
  withAppend,
  testDeployment,
  stoppedClock,
  untilCallPersisted,
  withOverrides,
} from "../two-processes.fixture.ts";
import { followTurn } from "./followed-turns.ts";

const message = "Go.";
const { signal } = new AbortController();

/** A turn that runs a read tool until `end` is called. */
async function turnInTool() {
  const deployment = testDeployment();
  const gate = Promise.withResolvers<string>();
  const began = Promise.withResolvers<TurnName>();
  const act: AgentTool = {
    name: "act",
    description: "Acts.",
    parameters: {
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    },
    parametersSchema: { type: "object" },
    effect: "read",
    execute: (_input, { workspaceId, turnId }) => {
      began.resolve({ workspaceId, turnId });
      return gate.promise;
    },
  };
  const treasury = deployment.open(testModel(calls("act"), says("Done.")), { tools: [act] });
  const result = treasury.runTurn({ message });
  const turn = await began.promise;
  await untilCallPersisted(deployment, turn, "act");
  const end = async (): Promise<void> => {
    gate.resolve("clear");
    await result;
  };
  return { deployment, turn, end };
}

/** Follows a turn with a clock that runs fast. */
async function follow(storage: Storage, turn: TurnName): Promise<TurnState> {
  const log = storage.turnLog as TurnLog;
  const state = new TurnState();
  const clock = {
    now: Date.now,
    monotonic: () => performance.now(),
    sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 1)),
  };
  await followTurn({ storage, log, clock }, turn, state, () => {}, signal);
  return state;
}

describe("a turn of another process", () => {
  const moments = [
    ["before its document is read", "load", "before"],
    ["after its document was read", "load", "after"],
    ["before its records are read", "read", "before"],
    ["after its records were read", "read", "after"],
  ] as const;

  it.each(moments)("is reported as ended if it ends %s", async (_when, at, side) => {
    const { deployment, turn, end } = await turnInTool();
    const through = async <Answer>(where: string, work: () => Promise<Answer>): Promise<Answer> => {
      if (where === at && side === "before") await end();
      const answer = await work();
      if (where === at && side === "after") await end();
      return answer;
    };
    const { storage } = deployment;
    const log = storage.turnLog as TurnLog;
    const watched = withOverrides(storage, {
      load: (requests) => through("load", () => storage.load(requests)),
      turnLog: withOverrides(log, {
        read: (...page) => through("read", () => log.read(...page)),
      }),
    });
    expect((await follow(watched, turn)).ended?.assistant).toBe("Done.");
  });

  it("is followed to its end if the process that resumed it crashed at once", async () => {
    const deployment = testDeployment();
    const spend = { amountUsd: 20, vendor: "Paperhouse", purpose: "paper" };
    const first = deployment.open(testModel(calls("propose_spend", spend)));
    const { turnId, state } = await first.runTurn({ message });
    const proposalId = state.proposals[0]?.id ?? "";
    await first.decide({ proposalId, decision: "approve", operator: "ada" });
    const asked = Promise.withResolvers<void>();
    const storage = withAppend(deployment.storage, () => {
      asked.resolve();
      return new Promise(() => {});
    });
    const clock = stoppedClock(deployment.clock);
    void deployment.open(testModel(says("Never said.")), { storage, clock }).resumeTurn({ turnId });
    await asked.promise;
    deployment.clock.advance(16_000);
    const following = follow(deployment.storage, { workspaceId: "demo", turnId });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await deployment.open(testModel(says("Bought."))).recover();
    expect((await following).ended?.assistant).toBe("Bought.");
  });

  it("is polled once for all readers, and each reader receives all events", async () => {
    const { deployment, turn, end } = await turnInTool();
    const log = deployment.storage.turnLog as TurnLog;
    let reads = 0;
    const read: TurnLog["read"] = (...page) => {
      reads += 1;
      return log.read(...page);
    };
    const storage = withOverrides(deployment.storage, { turnLog: withOverrides(log, { read }) });
    const other = deployment.open(testModel(says("Never said.")), { storage });
    const watchers = 1_000;
    const streams = await Promise.all(
      Array.from({ length: watchers }, () => watch(other, turn.turnId)),
    );
    // Each reader checks once that the turn exists.
    const readByMany = reads - watchers;
    expect(readByMany).toBeLessThan(10);
    const polls = 50;
    for (let poll = 0; poll < polls; poll += 1) {
      deployment.clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(reads - watchers).toBeLessThanOrEqual(readByMany + polls);
    await end();
    deployment.clock.advance(1_000);
    const seen = new Set(await Promise.all(streams.map((stream) => stream.text())));
    expect(seen.size).toBe(1);
    const [text = ""] = seen;
    expect(text.match(/^event: \w+/gm)).toEqual([
      "event: turn",
      "event: tool_call",
      "event: tool_result",
      "event: result",
    ]);
  });
});

async function watch({ handler }: Treasury, turnId: string): Promise<Response> {
  const url = `http://localhost:3000/api/service/agent/turns/${turnId}/events`;
  return handler(new Request(url, { headers: { accept: "text/event-stream" } }));
}
