import { createInterface } from "node:readline";
import { type TreasuryOptions, createTreasury } from "@agent-treasury/treasury-core";
import { type StoreAddress, openStore } from "../stores/store.ts";
import { leave, ownTask, print } from "./own-task.ts";

/** A process that calls a treasury's methods, one line of JSON each. It also runs on version 0.2. */
export interface CallerTask {
  readonly store: StoreAddress;
  readonly options: Partial<TreasuryOptions>;
}

export interface Call {
  /** A method, such as `freezes.freeze`. */
  readonly method: string;
  readonly input: unknown;
}

export type CallAnswer = { readonly value: unknown } | { readonly failure: string };

const { store, options } = ownTask() as CallerTask;
const storage = openStore(store);
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://localhost:3000",
  storage,
  authenticate: () => null,
  recoverySeconds: false,
  onFailure: () => {},
  ...options,
});

async function perform({ method, input }: Call): Promise<CallAnswer> {
  const path = method.split(".");
  let owner: unknown = treasury;
  for (const name of path.slice(0, -1)) owner = (owner as Record<string, unknown>)[name];
  const methods = owner as Record<string, (input: unknown) => Promise<unknown>>;
  try {
    return { value: (await methods[path.at(-1) ?? ""]?.(input)) ?? null };
  } catch (error) {
    return { failure: String(error) };
  }
}

print("ready");
for await (const line of createInterface(process.stdin)) {
  print(JSON.stringify(await perform(JSON.parse(line) as Call)));
}
await treasury.close();
await storage.close();
leave();
