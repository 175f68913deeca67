import { readOutsideText } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { decideAndResume } from "../agent/decide-and-resume.ts";
import { resumeTurn } from "../agent/resume-turn.ts";
import { machineToWire } from "../fleet/machine-wire.ts";
import { confirmDeposit, startDeposit } from "../funding/deposits.ts";
import { reconcile } from "../funding/reconcile.ts";
import type { Service } from "../http/operations.ts";
import { parseInput } from "../http/read-input.ts";
import { sessionRecords } from "../http/session-records.ts";
import type { Operator } from "../ledger/operator.ts";
import { decide } from "../treasury/operations/decide.ts";
import { eraseText } from "../treasury/operations/erase-text.ts";
import { readTreasury } from "../treasury/operations/read-treasury.ts";
import { reset } from "../treasury/operations/reset.ts";
import { setBudget } from "../treasury/operations/set-budget.ts";
import { verifyTreasury } from "../treasury/operations/verify-treasury.ts";
import { limitsFromOptions } from "./policy-from-options.ts";
import { spendOperations } from "./spend-operations.ts";
import type { Treasury } from "./treasury.ts";

/** The operations of a treasury, without its handler. */
export type InProcessOperations = Omit<Treasury, "handler" | "basePath" | "close">;

/** The operations for code in the same process; their input passes the same schemas as a request's. */
export function inProcessOperations(service: Service): InProcessOperations {
  const { engine, turns, bodies, baseUrl } = service;
  return {
    sessions: sessionRecords(engine),
    recover: async () => {
      // A turn may wait for what became of a payment.
      const [fleet, spends] = await Promise.all([bodies.recover(), engine.external?.recover()]);
      return { ...(spends ?? noSpendRecovery), fleet, turns: await turns.recover() };
    },
    ensureAgentBody: async (workspace) =>
      machineToWire(await bodies.ensure(workspaceOf(workspace))),
    state: async (workspace) => readTreasury(engine, workspaceOf(workspace)),
    runTurn: async (request, { signal } = {}) =>
      turns.run(parseInput("runTurn", request), signal ?? null),
    resumeTurn: async (request) => {
      const turn = parseInput("resumeTurn", request);
      return resumeTurn(turns, turn);
    },
    decide: async (request) => {
      const input = parseInput("decideProposal", request);
      const { workspaceId, proposalId, decision, comment = null } = input;
      const operator = vouchedFor(input.operator);
      const made = { proposalId, decision, operator, comment };
      if (input.resume !== true) return decide(engine, workspaceId, made);
      return (await decideAndResume(engine, turns, workspaceId, made)).proposal;
    },
    startDeposit: async (request) =>
      startDeposit(engine, baseUrl, parseInput("startDeposit", request)),
    confirmDeposit: async ({ workspaceId, sessionId }) => {
      const input = parseInput("confirmDeposit", { workspaceId, session_id: sessionId });
      return confirmDeposit(engine, input.workspaceId, input.session_id);
    },
    reconcile: async (request) => reconcile(engine, request),
    setBudget: async ({ workspaceId, limits, operator }) => {
      const workspace = workspaceOf(workspaceId);
      const overrides = limitsFromOptions(limits);
      const change = {
        overrides,
        operator: vouchedFor(operator),
        auditId: engine.identifiers.random(),
      };
      await engine.committer.run(workspace, setBudget(change));
      return readTreasury(engine, workspace);
    },
    reset: async ({ workspaceId, operator } = {}) =>
      reset(engine, workspaceOf(workspaceId), vouchedFor(operator)),
    ...spendOperations(engine, vouchedFor),
    eraseText: async ({ workspaceId, before, operator }) =>
      eraseText(
        engine,
        workspaceOf(workspaceId),
        vouchedFor(operator),
        before === undefined ? null : momentOf(before),
      ),
    verify: async (workspace) => verifyTreasury(engine, workspaceOf(workspace)),
  };
}

const noSpendRecovery = { taken: 0, closed: 0, unresolved: 0, failed: 0 };

function momentOf(before: Date): number {
  const moment = before.getTime();
  if (Number.isNaN(moment)) {
    throw new TreasuryError("invalid_request", "`before` is no moment in time.");
  }
  return moment;
}

function workspaceOf(workspaceId: string | undefined): string {
  return parseInput("readTreasury", { workspaceId }).workspaceId;
}

function vouchedFor(operator: string | undefined): Operator {
  const name = operator?.trim() || null;
  const { flaw } = readOutsideText(name ?? "");
  if (flaw !== null) {
    throw new TreasuryError("invalid_request", `\`operator\` must not contain ${flaw}.`);
  }
  return { name, verified: name !== null };
}
