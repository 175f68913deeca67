import type { TreasuryState } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { decidingOperator } from "../../http/access.ts";
import { inBound, vouchedFor, workspaceOf } from "../../http/in-process-calls.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { UnderWay } from "../../kernel/under-way.ts";
import { readTreasury } from "../../kernel/views/read-treasury.ts";
import type { ModuleWith } from "../../treasury.ts";
import { requireDone } from "../administration/index.ts";
import { limitsFromOptions } from "./budget-options.ts";
import type { eraseText } from "./erase-text.ts";
import { readLedger, readProposals } from "./read-pages.ts";
import { recordDueProposals } from "./record-due-proposals.ts";
import { budgetPayload } from "./set-budget.ts";

const signInMissing = "Only a signed-in operator can set limits.";

/** @param load Loads what most processes do not need at their start. */
export function treasuryModule(
  engine: Engine,
  load: () => Promise<{ readonly eraseText: typeof eraseText }>,
): ModuleWith<"state" | "setBudget" | "reset" | "eraseText"> {
  const passes = new UnderWay();
  const recordDue = () => passes.follow(recordDueProposals(engine, passes.signal));
  return {
    routes: {
      readTreasury: { run: ({ workspaceId }) => readTreasury(engine, workspaceId) },
      listLedger: {
        run: ({ workspaceId, cursor, limit }) => readLedger(engine, workspaceId, cursor, limit),
      },
      listProposals: {
        run: ({ workspaceId, cursor, limit }) => readProposals(engine, workspaceId, cursor, limit),
      },
      setBudget: {
        run: async ({ workspaceId, limits }, { operator, keyed }) => {
          const person = decidingOperator(operator);
          // An agent without a token would be an anonymous caller.
          if (!person.verified) throw new TreasuryError("forbidden", signInMissing);
          return setBudget(engine, workspaceId, limits, person, keyed);
        },
      },
      resetTreasury: {
        run: ({ workspaceId }, { operator, keyed }) =>
          reset(engine, workspaceId, decidingOperator(operator), keyed),
      },
    },
    maintenance: { timed: recordDue },
    close: () => passes.close(),
    methods: {
      state: (workspace) =>
        inBound("readTreasury", async () => readTreasury(engine, workspaceOf(workspace))),
      setBudget: async ({ workspaceId, limits, operator }) =>
        setBudget(engine, workspaceOf(workspaceId), limits, vouchedFor(operator)),
      reset: async ({ workspaceId, operator } = {}) =>
        reset(engine, workspaceOf(workspaceId), vouchedFor(operator)),
      eraseText: async ({ workspaceId, before, operator }) => {
        const { eraseText } = await load();
        const moment = before === undefined ? null : momentOf(before);
        return eraseText(engine, workspaceOf(workspaceId), vouchedFor(operator), moment);
      },
    },
  };
}

async function setBudget(
  engine: Engine,
  workspaceId: string,
  limits: Parameters<typeof limitsFromOptions>[0],
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<TreasuryState> {
  const payload = budgetPayload(limitsFromOptions(limits));
  const action = { type: "set_budget", payload: () => payload, operator } as const;
  await requireDone(engine, workspaceId, action, keyed);
  return readTreasury(engine, workspaceId);
}

function momentOf(before: Date): number {
  const moment = before.getTime();
  if (Number.isNaN(moment)) throw invalidRequest("`before` must be a valid date.");
  return moment;
}

/**
 * Resets a workspace. Idempotent for a request with a key.
 *
 * @throws TreasuryError `approval_required` if the published rules require more approvals.
 */
async function reset(
  engine: Engine,
  workspaceId: string,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<TreasuryState> {
  const action = { type: "reset", payload: () => ({}), operator } as const;
  await requireDone(engine, workspaceId, action, keyed);
  return readTreasury(engine, workspaceId);
}
