import { checkoutPagesPath } from "@agent-treasury/contract";
import { type PaymentProcessor, TreasuryError } from "@agent-treasury/provider";
import { baseUrlOf } from "../../http/address-options.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Mount } from "../../http/route-table.ts";
import { checkGroup } from "../../kernel/check-group.ts";
import { type Engine, paymentIdentityOf } from "../../kernel/engine.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ModuleWith } from "../../treasury.ts";
import { checkEndpoints } from "./endpoint-offers.ts";
import { revenueTools } from "./revenue-tools.ts";
import { checkDelivery } from "./webhook-processor.ts";

function loaded(): Promise<typeof import("./deposit-operations.ts")> {
  return import("./deposit-operations.ts");
}

export function fundingModule(
  engine: Engine,
  options: TreasuryOptions,
): ModuleWith<"startDeposit" | "confirmDeposit" | "reconcile"> {
  const baseUrl = baseUrlOf(options.baseUrl);
  const { paidEndpoints = [], payments } = options;
  checkGroup("payments", payments, { processor: true }, "processor");
  checkEndpoints(paidEndpoints);
  return {
    routes: {
      startDeposit: {
        run: async (input, { keyed }) =>
          (await loaded()).startDeposit(engine, baseUrl, input, keyed),
      },
      confirmDeposit: {
        run: async ({ workspaceId, session_id: sessionId }) =>
          (await loaded()).confirmDeposit(engine, workspaceId, sessionId),
      },
      receiveWebhook: {
        check: (headers) => checkDelivery(engine, headers),
        receive: async (delivery) => ({
          body: await (await loaded()).receiveWebhook(engine, delivery),
        }),
      },
    },
    mounts: checkoutPages(payments?.processor),
    tools: revenueTools(engine, paidEndpoints),
    accessRisk: () =>
      paymentIdentityOf(engine)?.mode === "live"
        ? "Live payments are connected, but authentication is not configured."
        : null,
    methods: {
      startDeposit: async (request) => {
        const input = parseInput("startDeposit", request);
        return (await loaded()).startDeposit(engine, baseUrl, input);
      },
      confirmDeposit: async ({ workspaceId, sessionId }) => {
        const input = parseInput("confirmDeposit", { workspaceId, session_id: sessionId });
        return (await loaded()).confirmDeposit(engine, input.workspaceId, input.session_id);
      },
      reconcile: async (request) => (await loaded()).reconcile(engine, request),
    },
  };
}

function checkoutPages(processor: PaymentProcessor | undefined): readonly Mount[] {
  if (processor?.page === undefined) return [];
  const serve: Mount["serve"] = async (request, { requestId }) => {
    const page = (await processor.page?.(request.toRequest())) ?? null;
    if (page === null) throw new TreasuryError("route_not_found", "There is no such page.");
    return {
      status: page.status,
      headers: [...page.headers, ["x-request-id", requestId]],
      body: await page.text(),
    };
  };
  return [{ path: checkoutPagesPath, isPrefix: true, serve }];
}
