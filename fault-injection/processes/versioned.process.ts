import { createInterface } from "node:readline";
import { sandboxPayments, scriptedModel } from "@agent-treasury/sandbox";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { type Step, performStep } from "test-suites/histories";
import { type StoreAddress, openStore } from "../stores/store.ts";
import { housePayment, openHouse, usd } from "./house.ts";
import { leave, ownTask, print } from "./own-task.ts";

/** A process that executes orders from standard input, one line of JSON each. */
export interface VersionedTask {
  readonly store: StoreAddress;
  readonly workspaceId: string;
}

/** A step of a history, with amounts in dollars, or a call of a treasury's method. */
export type Order =
  | { readonly step: Readonly<Record<string, unknown>> & { readonly kind: Step["kind"] } }
  | { readonly call: keyof Treasury; readonly input: unknown };

export type Answer = { readonly answer: string } | { readonly failure: string };

const { store, workspaceId } = ownTask() as VersionedTask;
const baseUrl = "http://localhost:3000";
const storage = openStore(store);
const engine = openHouse(storage, usd(10_000));
/** This script runs on the packages of version 0.1, where these options have other names. */
const optionsOf01: object = {
  payments: sandboxPayments({ baseUrl }),
  execution: { recoverySeconds: false },
};
const treasury = createTreasury({
  baseUrl,
  storage: openStore(store),
  model: scriptedModel(),
  budget: { startingCapitalUsd: 10_000 },
  onFailure: () => {},
  ...optionsOf01,
});

async function perform(order: Order): Promise<string> {
  if ("step" in order) return performStep(engine, housePayment, workspaceId, stepOf(order.step));
  const method = treasury[order.call] as (input: unknown) => Promise<unknown>;
  return JSON.stringify((await method(order.input)) ?? null);
}

function stepOf({ amountUsd: dollars, ...step }: Extract<Order, { step: unknown }>["step"]): Step {
  return (dollars === undefined ? step : { ...step, amount: usd(Number(dollars)) }) as Step;
}

print("ready");
for await (const line of createInterface(process.stdin)) {
  const answer = await perform(JSON.parse(line) as Order).then(
    (result): Answer => ({ answer: result }),
    (error: unknown): Answer => ({ failure: String(error) }),
  );
  print(JSON.stringify(answer));
}
await engine.committer.close();
await storage.close();
await treasury.close();
leave();
