import type { Scene } from "./scene.ts";

/** Calls of every kind, for properties that all of them share. */
const someCalls = [
  ["readTreasury", {}],
  ["listLedger", {}],
  ["verifyLedger", {}],
  ["startDeposit", { amountUsd: 5 }],
  ["decideProposal", { proposalId: "prop_1", decision: "approve" }],
  ["resetTreasury", {}],
  ["runTurn", { message: "Go." }],
  ["resumeTurn", { turnId: "turn_1" }],
  ["readTurnEvents", { id: "turn_1" }],
  ["listMachines", {}],
  ["provisionMachine", {}],
  ["readMachine", { id: "memory-1" }],
  ["actOnMachine", { id: "memory-1", action: "start" }],
  ["destroyMachine", { id: "memory-1" }],
] as const;

/** Asserts that every kind of call is rejected with this code without effect. */
export async function refusesEveryCall(
  scene: Scene,
  code: "access_not_chosen" | "unauthenticated" | "forbidden",
  extras: { headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  for (const [name, input] of someCalls) await scene.refused(code, name, input, extras);
  scene.expect(scene.model.requests.length).toBe(0);
  scene.expect(scene.payments.opened).toEqual([]);
  scene.expect(scene.machines.calls.filter(({ method }) => method !== "get")).toEqual([]);
  scene.expect(await scene.ok("readHealth", {})).toEqual({ ok: true });
}
