import type {
  ActionAnswer,
  ParsedInput,
  RevokedStandingApproval,
  StandingApprovalList,
} from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { decidingOperator } from "../../http/access.ts";
import { parseInput } from "../../http/read-input.ts";
import { keyedCommand, type KeyedRequest } from "../../idempotency/keyed-request.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { Operator } from "../../ledger/operator.ts";
import { startedAction } from "../../treasury/administration/run-action.ts";
import { windowFromWire } from "../../treasury/allocations/allocation-wire.ts";
import type { Engine } from "../../treasury/engine.ts";
import { ledgerRail } from "../../treasury/spends/hold-terms.ts";
import { standingPayload } from "../../treasury/standing/create-standing.ts";
import { readStanding } from "../../treasury/standing/read-standing.ts";
import { revokeStanding } from "../../treasury/standing/revoke-standing.ts";
import type { StandingLimit, StandingTerms } from "../../treasury/standing/standing-approval.ts";
import type { ModuleWith } from "../core-module.ts";
import { vouchedFor } from "./in-process-input.ts";

export function standingApprovalsModule(engine: Engine): ModuleWith<"standingApprovals"> {
  return {
    routes: {
      listStandingApprovals: { run: ({ workspaceId }) => list(engine, workspaceId) },
      createStandingApproval: {
        run: (input, { operator, keyed }) =>
          create(engine, input, decidingOperator(operator, input.operator), keyed),
      },
      revokeStandingApproval: {
        run: (input, { operator, keyed }) =>
          revoke(engine, input, decidingOperator(operator, input.operator), keyed),
      },
    },
    methods: {
      standingApprovals: {
        list: async (workspace = {}) =>
          list(engine, parseInput("listStandingApprovals", workspace).workspaceId),
        create: async (request) => {
          const input = parseInput("createStandingApproval", request);
          return create(engine, input, vouchedFor(input.operator));
        },
        revoke: async (request) => {
          const input = parseInput("revokeStandingApproval", request);
          return revoke(engine, input, vouchedFor(input.operator));
        },
      },
    },
  };
}

function list(engine: Engine, workspaceId: string): Promise<StandingApprovalList> {
  const rail = engine.external?.defaultRail ?? ledgerRail;
  return engine.committer.preview(workspaceId, readStanding(engine.policy, rail));
}

async function create(
  engine: Engine,
  input: ParsedInput<"createStandingApproval">,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const terms = termsIn(input, engine.identifiers.random());
  const action = {
    type: "create_standing_approval",
    payload: (ledger: LedgerState, now: number) => standingPayload(ledger, terms, now),
    operator,
  } as const;
  return startedAction(engine, input.workspaceId, action, keyed);
}

function termsIn(input: ParsedInput<"createStandingApproval">, id: string): StandingTerms {
  const { agentId, vendor, maximumUsd, count = null, endsAt } = input;
  return {
    id,
    agentId,
    vendor,
    maximum: amountFromUsd(maximumUsd, "maximumUsd"),
    limit: limitIn(input),
    count,
    endsAt: Date.parse(endsAt),
  };
}

function limitIn({
  windowMaximumUsd,
  per,
}: ParsedInput<"createStandingApproval">): StandingLimit | null {
  const window = per === undefined ? null : windowFromWire(per);
  if (windowMaximumUsd === undefined && window === null) return null;
  if (windowMaximumUsd === undefined || window === null) {
    throw new TreasuryError("invalid_request", "`windowMaximumUsd` and `per` need each other.");
  }
  return { maximum: amountFromUsd(windowMaximumUsd, "windowMaximumUsd"), window };
}

async function revoke(
  engine: Engine,
  { workspaceId, standingApprovalId }: ParsedInput<"revokeStandingApproval">,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<RevokedStandingApproval> {
  const command = revokeStanding(standingApprovalId, operator);
  await engine.committer.run(
    workspaceId,
    keyedCommand(command, keyed, () => null),
  );
  const { standingApprovals } = await list(engine, workspaceId);
  const standingApproval = standingApprovals.find(({ id }) => id === standingApprovalId);
  if (standingApproval === undefined) {
    throw new TreasuryError("standing_approval_not_found", "It was dropped after its end.");
  }
  return { standingApproval };
}
