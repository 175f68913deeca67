import type { TreasuryOptions } from "../treasury-options.ts";

/**
 * Loads the modules that only some requests need, soon after the start. Node keeps a failed import:
 * one that a request begins, for example without a free file descriptor, would fail until the restart.
 */
export async function loadAhead({ model, mcp }: TreasuryOptions): Promise<void> {
  await Promise.all([
    import("@agent-treasury/screening"),
    import("@agent-treasury/contract/openapi"),
    mcp && import("../features/mcp/mcp-service.ts"),
    model && import("../features/agent/turn-runner.ts"),
    model && import("../features/agent/model-asker.ts"),
    model && import("@agent-treasury/rules/yaml"),
  ]);
}
