// Files of shared workers share their modules. An import that a treasury begins in the background, and
// that is in flight at the end of a file, would fail, and stay failed in the files after it.
await Promise.all([
  import("../packages/contract/src/openapi.ts"),
  import("../packages/rules/src/yaml.ts"),
  import("../packages/screening/src/index.ts"),
  import("../packages/treasury-core/src/create/later-modules.ts"),
  import("../packages/treasury-core/src/features/agent/model-asker.ts"),
  import("../packages/treasury-core/src/features/agent/turn-runner.ts"),
  import("../packages/treasury-core/src/features/channels/channel-operations.ts"),
  import("../packages/treasury-core/src/features/deposits/deposit-operations.ts"),
  import("../packages/treasury-core/src/features/deposits/incoming/incoming-operations.ts"),
  import("../packages/treasury-core/src/features/mcp/mcp-service.ts"),
  import("../packages/treasury-core/src/features/paid-fetch/paid-fetch-operations.ts"),
  import("../packages/treasury-core/src/features/receipts/receipt-operations.ts"),
]);
