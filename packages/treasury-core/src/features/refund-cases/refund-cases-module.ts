import type { ParsedInput } from "@agent-treasury/contract";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { CoreModule } from "../../http/core-module.ts";
import type { Call } from "../../http/route-table.ts";
import type { PayingEngine } from "../payments/index.ts";
import { askSellerAgain } from "./ask-seller-again.ts";
import { openCase, updateCase } from "./case-commands.ts";
import { caseToWire, readingToWire } from "./case-wire.ts";
import type { CaseCaller, CaseState } from "./on-case.ts";
import { listCases, readCase } from "./read-cases.ts";
import { recordRefund } from "./record-refund.ts";

/** Refund cases: payments that did not buy what was offered. */
export function refundCasesModule(engine: PayingEngine): CoreModule {
  const cases = new RefundCases(engine);
  return {
    routes: {
      openRefundCase: { run: (input, call) => cases.open(input, callerOf(call, input.operator)) },
      listRefundCases: { run: (input, call) => cases.list(input, callerOf(call).agentId) },
      readRefundCase: { run: (input, call) => cases.read(input, callerOf(call).agentId) },
      askSellerAgain: { run: (input, call) => cases.askAgain(input, callerOf(call)) },
      recordRefund: { run: (input, call) => cases.record(input, callerOf(call, input.operator)) },
      updateRefundCase: {
        run: (input, call) => cases.update(input, callerOf(call, input.operator)),
      },
    },
  };
}

function callerOf({ agent, operator }: Call, stated?: string): CaseCaller {
  if (agent !== null) return { agentId: agent.id, by: agent.id };
  return { agentId: null, by: operator?.name ?? stated ?? null };
}

class RefundCases {
  readonly #engine: PayingEngine;

  constructor(engine: PayingEngine) {
    this.#engine = engine;
  }

  async open(
    { workspaceId, proposalId, reason, note }: ParsedInput<"openRefundCase">,
    caller: CaseCaller,
  ) {
    const command = openCase({ proposalId, reason, note: note ?? null }, caller);
    return this.#answer(workspaceId, await this.#engine.committer.run(workspaceId, command));
  }

  async list({ workspaceId, cursor }: ParsedInput<"listRefundCases">, agentId: string | null) {
    const before = cursor === undefined || !/^\d{1,18}$/.test(cursor) ? null : BigInt(cursor);
    const page = await listCases(this.#engine, workspaceId, before, agentId);
    return { cases: page.cases.map(caseToWire), cursor: page.cursor };
  }

  async read({ workspaceId, proposalId }: ParsedInput<"readRefundCase">, agentId: string | null) {
    const read = await readCase(this.#engine, workspaceId, proposalId, agentId);
    const provider = read.found.payment?.executor ?? "";
    return readingToWire(read, this.#engine.external?.executorNamed(provider)?.executor);
  }

  async askAgain({ workspaceId, proposalId }: ParsedInput<"askSellerAgain">, caller: CaseCaller) {
    const state = await askSellerAgain(this.#engine, workspaceId, proposalId, caller);
    return this.#answer(workspaceId, state);
  }

  async record(
    { workspaceId, proposalId, reference, amountUsd }: ParsedInput<"recordRefund">,
    caller: CaseCaller,
  ) {
    const amount = amountUsd === undefined ? null : amountFromUsd(amountUsd, "amountUsd");
    const stated = { reference, amount };
    const state = await recordRefund(this.#engine, workspaceId, proposalId, stated, caller);
    return this.#answer(workspaceId, state);
  }

  async update(
    { workspaceId, proposalId, step, note }: ParsedInput<"updateRefundCase">,
    caller: CaseCaller,
  ) {
    const command = updateCase(proposalId, { step, note: note ?? null }, caller);
    return this.#answer(workspaceId, await this.#engine.committer.run(workspaceId, command));
  }

  async #answer(workspaceId: string, { spend }: CaseState) {
    return { case: caseToWire(await readCase(this.#engine, workspaceId, spend.id, null)) };
  }
}
