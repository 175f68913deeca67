import { lazily } from "@agent-treasury/provider/helpers";
import type { TreasuryOptions } from "../treasury-options.ts";

type Later = typeof import("./later-modules.ts");

/**
 * Loads the operations that most processes do not need at their start. An import takes several turns of
 * the event loop, also of a module that is loaded.
 */
export const loadLater: () => Promise<Later> = lazily(() => import("./later-modules.ts"));

/**
 * Loads the modules that only some requests need, before the health check answers, or after the first
 * request, which they would delay. Node keeps a failed import: one that a request begins, for example
 * without a free file descriptor, would fail until the restart.
 */
export async function loadAhead(options: TreasuryOptions): Promise<void> {
  const { model, mcp, channels, payments, incoming, paidFetch, receipts } = options;
  await Promise.all([
    loadLater(),
    channels && import("../features/channels/channel-operations.ts"),
    payments && import("../features/deposits/deposit-operations.ts"),
    incoming && import("../features/deposits/incoming/incoming-operations.ts"),
    paidFetch && import("../features/paid-fetch/paid-fetch-operations.ts"),
    receipts && import("../features/receipts/receipt-operations.ts"),
    import("@agent-treasury/screening"),
    import("@agent-treasury/contract/openapi"),
    mcp && import("../features/mcp/mcp-service.ts"),
    model && import("../features/agent/turn-runner.ts"),
    model && import("../features/agent/model-asker.ts"),
    model && import("@agent-treasury/rules/yaml"),
  ]);
}
