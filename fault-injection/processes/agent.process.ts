import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expressHandler } from "@agent-treasury/adapter-express";
import type { LanguageModel } from "@agent-treasury/provider";
import { createTreasury } from "@agent-treasury/treasury-core";
import { turnModel, turnTools } from "test-suites/turns";
import { type StoreAddress, openStore } from "../stores/store.ts";
import { displaceClock } from "./displaced-clock.ts";
import { leave, ownTask, print, readyToGo, toldToStop } from "./own-task.ts";

/** A service that resumes the turns of its predecessor and runs new ones. */
export interface AgentTask {
  readonly store: StoreAddress;
  readonly port: number;
  /** Hours added to the clock, so that a killed process's leases have expired. */
  readonly hoursLater: number;
  /** The file in which its tools record their effects. */
  readonly effectsPath: string;
}

const { store, port, hoursLater, effectsPath } = ownTask() as AgentTask;

/** An effect with a delay before and after it. */
async function act(tool: string, key: string): Promise<string> {
  await sleep(Math.random() * 12);
  appendFileSync(effectsPath, `${JSON.stringify({ tool, key })}\n`);
  await sleep(Math.random() * 12);
  return "done";
}

/** The same model with network latency. */
function slowly(model: LanguageModel): LanguageModel {
  return {
    ...model,
    async *stream(request) {
      for await (const part of model.stream(request)) {
        await sleep(Math.random() * 12);
        yield part;
      }
    },
  };
}

displaceClock(hoursLater);
await readyToGo();
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: `http://127.0.0.1:${port}`,
  storage: openStore(store, () => Date.now()),
  model: slowly(turnModel()),
  tools: turnTools({
    sendLetter: (key) => act("send_letter", key),
    orderPart: (key) => act("order_part", key),
  }),
  budget: { startingCapitalUsd: 10_000 },
  recoverySeconds: false,
});
const handle = expressHandler(treasury);
const server = createServer((request, response) => void handle(request, response));
server.listen(port, "127.0.0.1");
await once(server, "listening");
print("listens");
await treasury.recover();
await toldToStop();
server.closeAllConnections();
server.close();
await treasury.close();
leave();
