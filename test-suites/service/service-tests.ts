import type { ServiceTest } from "./service-test.ts";
import { accessTests } from "./tests/access-tests.ts";
import { agentTests } from "./tests/agent-tests.ts";
import { bodyTests } from "./tests/body-tests.ts";
import { browserTests } from "./tests/browser-tests.ts";
import { checkoutTests } from "./tests/checkout-tests.ts";
import { confirmingTests } from "./tests/confirming-tests.ts";
import { decidingTests } from "./tests/deciding-tests.ts";
import { executionTests } from "./tests/execution-tests.ts";
import { externalSpendTests } from "./tests/external-spend-tests.ts";
import { fieldTests } from "./tests/field-tests.ts";
import { formulaTests } from "./tests/formula-tests.ts";
import { idempotencyFailureTests } from "./tests/idempotency-failure-tests.ts";
import { idempotencyTests } from "./tests/idempotency-tests.ts";
import { jsonTests } from "./tests/json-tests.ts";
import { listingTests } from "./tests/listing-tests.ts";
import { machineActionTests } from "./tests/machine-action-tests.ts";
import { fleetTests } from "./tests/machine-list-tests.ts";
import { markupTests } from "./tests/markup-tests.ts";
import { mcpTests } from "./tests/mcp-tests.ts";
import { operatorTests } from "./tests/operator-tests.ts";
import { pathTests } from "./tests/path-tests.ts";
import { policyTests } from "./tests/policy-tests.ts";
import { proposingTests } from "./tests/proposing-tests.ts";
import { provisioningTests } from "./tests/provisioning-tests.ts";
import { recordTests } from "./tests/record-tests.ts";
import { resetTests } from "./tests/reset-tests.ts";
import { resumingTests } from "./tests/resuming-tests.ts";
import { serviceLifeTests } from "./tests/service-life-tests.ts";
import { streamingTests } from "./tests/streaming-tests.ts";
import { textTests } from "./tests/text-tests.ts";
import { treasuryTests } from "./tests/treasury-tests.ts";
import { turnBoundsTests } from "./tests/turn-bounds-tests.ts";
import { turnTests } from "./tests/turn-tests.ts";
import { webhookTests } from "./tests/webhook-tests.ts";

export const serviceTests: readonly ServiceTest[] = [
  ...fleetTests,
  ...provisioningTests,
  ...machineActionTests,
  ...treasuryTests,
  ...formulaTests,
  ...recordTests,
  ...checkoutTests,
  ...confirmingTests,
  ...decidingTests,
  ...executionTests,
  ...externalSpendTests,
  ...resetTests,
  ...policyTests,
  ...proposingTests,
  ...turnTests,
  ...turnBoundsTests,
  ...streamingTests,
  ...resumingTests,
  ...markupTests,
  ...listingTests,
  ...accessTests,
  ...operatorTests,
  ...mcpTests,
  ...agentTests,
  ...browserTests,
  ...idempotencyTests,
  ...idempotencyFailureTests,
  ...jsonTests,
  ...bodyTests,
  ...fieldTests,
  ...pathTests,
  ...textTests,
  ...serviceLifeTests,
  ...webhookTests,
];
