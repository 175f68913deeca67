import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type EventItem,
  type TreasuryClient,
  type TurnStream,
  createTreasuryClient,
} from "@agent-treasury/sdk-client";
import type { AgentTurnResult } from "@agent-treasury/treasury-core";
import { type DoneOutside, turnFlaw, watchFlaw } from "test-suites/turns";
import { describe, expect, it } from "vitest";
import { expectMet, isLong, hangMs, printCounts } from "./long.ts";
import { AgentService } from "./processes/agent-service.ts";
import { until } from "./processes/until.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const callers = 3;

const stores = {
  SQLite: (): StoreAddress => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) }),
  PostgreSQL: (): StoreAddress => postgres.newStore(),
};

/** A turn that a client followed to its end across kills. */
interface Followed {
  readonly seen: readonly EventItem[];
  readonly result: AgentTurnResult;
}

type See = (event: EventItem) => void;

/** Follows a turn until it pauses. The client reconnects when its stream is cut. */
async function follow(stream: TurnStream, see: See): Promise<AgentTurnResult> {
  for await (const item of stream) {
    if ("id" in item) see(item);
    if (item.kind === "result") return item.result;
    if (item.kind === "failure") throw new Error(`${item.failure.code}: ${item.failure.error}`);
  }
  throw new Error("The stream ended without a result.");
}

/** How a caller resumes a turn. */
type GoOn = "by resuming it" | "by the decisions";

async function followTurn(
  client: TreasuryClient,
  workspaceId: string,
  goOn: GoOn,
  onEvent: () => void,
): Promise<Followed> {
  const seen: EventItem[] = [];
  const see: See = (event) => {
    seen.push(event);
    onEvent();
  };
  const { turnId } = await follow(client.agent.stream({ workspaceId, message: "Go." }), see);
  const { proposals } = await client.treasury.state({ workspaceId });
  const resume = goOn === "by the decisions";
  for (const { id: proposalId, purpose, status } of proposals) {
    if (status !== "pending") continue;
    const decision = purpose === "ink" ? "deny" : "approve";
    const operator = "ada";
    await client.treasury.decide({ workspaceId, proposalId, decision, operator, resume });
    onEvent();
  }
  const turn = { workspaceId, turnId, after: seen.at(-1)?.id };
  const stream = resume ? client.agent.watch(turn) : client.agent.streamResume(turn);
  return { seen, result: await follow(stream, see) };
}

/** The number of these workspaces with a running turn. */
async function turnsUnderWay(
  store: StoreAddress,
  workspaceIds: readonly string[],
): Promise<number> {
  if (store.kind === "postgres") await postgres.untilAlone();
  const storage = openStore(store);
  let count = 0;
  for (const workspaceId of workspaceIds) {
    for await (const part of storage.copy(workspaceId)) {
      if (part.kind === "doc" && part.doc.kind === "turn" && part.doc.open) count += 1;
    }
  }
  await storage.close();
  return count;
}

function doneOutside(path: string): DoneOutside {
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  const done = lines.map((line) => JSON.parse(line) as { tool: string; key: string });
  const keysOf = (name: string) => done.filter(({ tool }) => tool === name).map(({ key }) => key);
  return { letters: keysOf("send_letter"), orders: keysOf("order_part") };
}

describe("a service that is killed while it runs turns, and restarted", () => {
  it.each([
    ["SQLite", isLong ? 100 : 3],
    ["PostgreSQL", isLong ? 30 : 3],
  ] as const)(
    "completes each on %s without repeated effects, and its callers receive each event once, killed %i times",
    async (name, kills) => {
      const store = stores[name]();
      const effectsPath = pathOf(`${name}.effects`);
      const service = await AgentService.start({ store, effectsPath });
      const client = createTreasuryClient({
        baseUrl: service.origin,
        fetch: service.fetch,
        maximumRetries: 20,
        maximumReconnects: 20,
      });
      const current = new Map<number, string>();
      /**
       * Callers whose turns progressed since the process began. A turn that never progresses fails
       * the test.
       */
      const heard = new Set<number>();
      const turns: Followed[] = [];
      const over = new AbortController();
      const call = async (caller: number): Promise<void> => {
        for (let turn = 0; !over.signal.aborted; turn += 1) {
          const workspaceId = `caller${caller}-${turn}`;
          current.set(caller, workspaceId);
          const goOn = turn % 2 === 0 ? "by resuming it" : "by the decisions";
          turns.push(await followTurn(client, workspaceId, goOn, () => heard.add(caller)));
        }
      };
      const called = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
      const met = { kills: 0, idle: 0, turnsCut: 0, turns: 0, unknown: 0, repeated: 0 };
      const killAll = async (): Promise<void> => {
        while (met.kills < kills && met.idle < kills && !over.signal.aborted) {
          const haveAllHeard = (): boolean => heard.size === callers || over.signal.aborted;
          await until("every caller's turn to get somewhere", haveAllHeard);
          await sleep(Math.random() * 60);
          expect(await service.kill()).toBe("SIGKILL");
          const cut = await turnsUnderWay(store, [...current.values()]);
          met.turnsCut += cut;
          if (cut > 0) met.kills += 1;
          else met.idle += 1;
          heard.clear();
          await service.restart();
        }
      };
      try {
        await Promise.race([killAll(), called]);
        over.abort();
        await called;
      } finally {
        over.abort();
        await service.stop();
      }
      const done = doneOutside(effectsPath);
      met.turns = turns.length;
      met.repeated = done.orders.length - new Set(done.orders).size;
      for (const { seen, result } of turns) {
        const told = { workspaceId: result.state.workspaceId, flaw: null };
        const flaw = turnFlaw(result, done) ?? watchFlaw(seen, result.events);
        expect({ ...told, flaw }).toEqual(told);
        const results = result.events.filter((event) => event.kind === "tool_result");
        met.unknown += results.filter(({ tool, ok }) => tool === "send_letter" && !ok).length;
      }
      printCounts(name, met);
      // Kills that met no turn, or no running tool, would prove nothing.
      expect(met.kills).toBe(kills);
      expectMet({ interruptedTools: met.unknown + met.repeated });
    },
    hangMs,
  );
});
