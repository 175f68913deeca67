import type {
  AgentMachine,
  OpenApiDocument,
  Output,
  ParsedInput,
  RouteName,
} from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import { decideAndResume } from "../agent/decide-and-resume.ts";
import { resumeTurn } from "../agent/resume-turn.ts";
import type { TurnRunner } from "../agent/turn-runner.ts";
import type { TurnCaller } from "../agent/turn-settings.ts";
import type { AgentBodies } from "../fleet/agent-bodies.ts";
import type { FleetSettings } from "../fleet/fleet-settings.ts";
import {
  actOnMachine,
  destroyMachine,
  listMachines,
  provisionMachine,
  readMachine,
} from "../fleet/fleet.ts";
import { confirmDeposit, startDeposit } from "../funding/deposits.ts";
import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import { runAtMostOnce } from "../idempotency/run-keyed.ts";
import type { Engine } from "../treasury/engine.ts";
import { type DecisionPermission, decideAndShow } from "../treasury/operations/decide.ts";
import { readLedger, readProposals, readTreasury } from "../treasury/operations/read-treasury.ts";
import { reset } from "../treasury/operations/reset.ts";
import type { Verifications } from "../treasury/operations/verifications.ts";
import { decidingOperator } from "./access.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** What the operations run on. */
export interface Service {
  readonly engine: Engine;
  readonly turns: TurnRunner;
  readonly fleet: FleetSettings;
  readonly bodies: AgentBodies;
  readonly verifications: Verifications;
  /** Where checkouts return to, without a trailing slash. */
  readonly baseUrl: string;
  /** Gives the document of the interface, which is made when it is first asked for. */
  readonly openApi: () => Promise<OpenApiDocument>;
}

/** One request, after it was let in. */
export interface Call {
  /** Null for a guest. */
  readonly operator: SignedInOperator | null;
  /** The caller whose turns are counted together. */
  readonly caller: TurnCaller;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  /** The request by its idempotency key, null without one. */
  readonly keyed: KeyedRequest | null;
  /** For a decision, the deployment's permission; null where `authorize` is not set. */
  readonly permission: DecisionPermission | null;
  /** Whether the operator may see one item of a list. */
  mayRead(machine: AgentMachine): Promise<boolean>;
}

/** A route whose input has a schema: every one but the webhook, whose input is the processor's own. */
export type OperationName = Exclude<RouteName, "receiveWebhook">;

/** What an operation does with its input. */
export type Operation<Name extends OperationName> = (
  service: Service,
  input: ParsedInput<Name>,
  call: Call,
) => Promise<Output<Name>>;

/** Every such route of the contract, and what it does. */
export const operations: { readonly [Name in OperationName]: Operation<Name> } = {
  listMachines: async ({ fleet }, _input, call) => {
    const listed = await listMachines(fleet);
    const visible = await Promise.all(listed.machines.map((machine) => call.mayRead(machine)));
    return { ...listed, machines: listed.machines.filter((_machine, index) => visible[index]) };
  },
  provisionMachine: async ({ engine, fleet }, input, { keyed }) => ({
    machine: await provisionMachine(engine, fleet, input, keyed),
  }),
  readMachine: async ({ fleet }, { id }) => ({ machine: await readMachine(fleet, id) }),
  actOnMachine: ({ engine, fleet }, input, { keyed }) => {
    const act = () => actOnMachine(engine, fleet, input);
    // To suspend or start again is harmless; a command's output is not kept, so it is not run again.
    return input.action === "exec" ? runAtMostOnce(engine, keyed, act) : act();
  },
  destroyMachine: async ({ engine, fleet }, { id }) => {
    await destroyMachine(engine, fleet, id);
    return { ok: true };
  },
  readTreasury: ({ engine }, { workspaceId }) => readTreasury(engine, workspaceId),
  listLedger: ({ engine }, { workspaceId, cursor, limit }) =>
    readLedger(engine, workspaceId, cursor, limit),
  listProposals: ({ engine }, { workspaceId, cursor, limit }) =>
    readProposals(engine, workspaceId, cursor, limit),
  verifyLedger: ({ verifications }, { workspaceId }) => verifications.verify(workspaceId),
  startDeposit: ({ engine, baseUrl }, input, { keyed }) =>
    startDeposit(engine, baseUrl, input, keyed),
  confirmDeposit: ({ engine }, { workspaceId, session_id: sessionId }) =>
    confirmDeposit(engine, workspaceId, sessionId),
  decideProposal: async ({ engine, turns }, input, { operator, keyed, caller, permission }) => {
    const { workspaceId, proposalId, decision, comment = null } = input;
    const decider = decidingOperator(operator, input.operator);
    const made = { proposalId, decision, operator: decider, comment, permission };
    if (input.resume !== true) return decideAndShow(engine, workspaceId, made, keyed);
    const decided = await decideAndResume(engine, turns, workspaceId, made, keyed, caller);
    return { ...decided, state: await readTreasury(engine, workspaceId) };
  },
  resetTreasury: ({ engine }, { workspaceId }, { operator, keyed }) =>
    reset(engine, workspaceId, decidingOperator(operator, undefined), keyed),
  runTurn: ({ turns }, input, { signal, keyed, caller }) => turns.run(input, signal, keyed, caller),
  resumeTurn: ({ turns }, { workspaceId, turnId }, { caller }) =>
    resumeTurn(turns, { workspaceId, turnId }, caller),
  readTurnEvents: ({ turns }, { workspaceId, id, after = null }) =>
    turns.events({ workspaceId, turnId: id }, after),
  readHealth: async ({ engine }) => {
    await checkStorage(engine);
    return { ok: true };
  },
  readOpenApi: ({ openApi }) => openApi(),
};

/** @throws TreasuryError `storage_unavailable`, which is a 503 where `storage_error` is a 500. */
async function checkStorage({ storage }: Engine): Promise<void> {
  try {
    await storage.check?.();
  } catch (cause) {
    const message = isTreasuryError(cause) ? cause.message : "The storage cannot be used.";
    throw new TreasuryError("storage_unavailable", message, { cause });
  }
}
