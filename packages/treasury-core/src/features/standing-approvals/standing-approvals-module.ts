import type {
  ActionAnswer,
  ParsedInput,
  RevokedStandingApproval,
  StandingApprovalList,
} from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { windowOf } from "@agent-treasury/rules";
import { decidingOperator } from "../../http/access.ts";
import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { keyedCommand, type KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { ledgerRail } from "../../kernel/judgement/hold-terms.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { startedAction } from "../administration/index.ts";
import { standingPayload } from "./create-standing.ts";
import { readStanding } from "./read-standing.ts";
import { revokeStanding } from "./revoke-standing.ts";
import type { StandingLimit, StandingTerms } from "./standing-approval.ts";

export function standingApprovalsModule(engine: Engine): CoreModule {
  return {
    routes: {
      listStandingApprovals: { run: ({ workspaceId }) => listStanding(engine, workspaceId) },
      createStandingApproval: {
        run: (input, { operator, keyed }) =>
          create(engine, input, decidingOperator(operator, input.operator), keyed),
      },
      revokeStandingApproval: {
        run: (input, { operator, keyed }) =>
          revoke(engine, input, decidingOperator(operator, input.operator), keyed),
      },
    },
  };
}

export function listStanding(engine: Engine, workspaceId: string): Promise<StandingApprovalList> {
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
  const window = windowOf(per);
  if (windowMaximumUsd === undefined && window === null) return null;
  if (windowMaximumUsd === undefined || window === null) {
    throw invalidRequest("`windowMaximumUsd` and `per` need each other.");
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
  const { standingApprovals } = await listStanding(engine, workspaceId);
  const standingApproval = standingApprovals.find(({ id }) => id === standingApprovalId);
  if (standingApproval === undefined) {
    throw new TreasuryError("standing_approval_not_found", "It was dropped after its end.");
  }
  return { standingApproval };
}
