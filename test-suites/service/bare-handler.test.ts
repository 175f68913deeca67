import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { serviceConformance } from "./service-conformance.ts";
import { startBareHandler } from "./surfaces/bare-handler.ts";

serviceConformance(
  { describe, it, expect },
  { name: "the bare handler", start: startBareHandler, makeClient: createTreasuryClient },
);
