import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { serviceConformance } from "./service-conformance.ts";
import { startBareHandler } from "./surfaces/bare-handler.ts";

serviceConformance(
  { describe, it, expect },
  {
    name: "the bare handler",
    start: startBareHandler,
    makeClient: createTreasuryClient,
    // The client's own tests are in sdk-client.
    ...(process.env["TEST_LONG"] !== "1" && { clientPart: { at: 3, of: 4 } }),
  },
);
