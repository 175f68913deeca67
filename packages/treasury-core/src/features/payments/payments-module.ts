import { TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { CoreModule } from "../../http/core-module.ts";
import { vouchedFor } from "../../http/in-process-calls.ts";
import { parseInput } from "../../http/read-input.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { proposalToWire } from "../../kernel/views/wire.ts";
import type { ModuleWith, SpendOperations } from "../../treasury.ts";
import type { PayingEngine } from "./paying-engine.ts";
import type { ExternalSpends, LoadPayments } from "./payouts/external-spends.ts";
import type { SpendRecovery } from "./payouts/recover-spends.ts";

export function paymentsModule(
  engine: PayingEngine,
  load: LoadPayments,
): ModuleWith<keyof SpendOperations> {
  const { committer, policy, identifiers } = engine;
  return {
    ...recoveredPayments(engine),
    routes: {
      authorizePayment: {
        check: (headers) => externalSpends(engine).checkAuthorization(headers),
        receive: (delivery) => externalSpends(engine).authorize(delivery),
      },
    },
    methods: {
      recordSpendNotice: async (notice) => {
        const place = placeOf(notice.workspaceId, notice.proposalId);
        const { recordSpendNotice } = await load();
        return recordSpendNotice(engine, { ...notice, ...place });
      },
      resolveSpend: async (request) => {
        const { outcome, capturedUsd, operator } = request;
        if (outcome !== "paid" && outcome !== "not_paid") {
          throw invalidRequest("`outcome` must be `paid` or `not_paid`.");
        }
        const { workspaceId, proposalId } = placeOf(request.workspaceId, request.proposalId);
        const { checkReference, resolveSpend } = await load();
        const resolution = {
          proposalId,
          outcome,
          captured: capturedUsd === undefined ? null : amountFromUsd(capturedUsd, "capturedUsd"),
          reference: request.reference === undefined ? null : checkReference(request.reference),
          operator: vouchedFor(operator),
          salt: identifiers.random(),
          auditId: identifiers.random(),
        };
        const resolved = await committer.run(workspaceId, resolveSpend(resolution, policy));
        return proposalToWire(workspaceId, resolved);
      },
    },
  };
}

function recoveredPayments({ external }: PayingEngine): CoreModule {
  if (external === null) {
    const recovered = { taken: 0, closed: 0, unresolved: 0, failed: 0 } satisfies SpendRecovery;
    return { maintenance: { timed: null, recover: async () => recovered } };
  }
  const recover = () => external.recover();
  return {
    maintenance: { timed: recover, recover },
    accessRisk: () =>
      external.isLive ? "Spends use live money, but authentication is not configured." : null,
    close: () => external.close(),
  };
}

function externalSpends({ external }: PayingEngine): ExternalSpends {
  if (external !== null) return external;
  throw new TreasuryError("route_not_found", "No payment executor is connected.");
}

function placeOf(
  workspaceId: string | undefined,
  proposalId: string,
): { workspaceId: string; proposalId: string } {
  const place = parseInput("decideProposal", { workspaceId, proposalId, decision: "approve" });
  return { workspaceId: place.workspaceId, proposalId: place.proposalId };
}
