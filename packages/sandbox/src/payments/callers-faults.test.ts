import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect, it, vi } from "vitest";
import { sandboxPayments } from "./sandbox-payments.ts";

const baseUrl = "http://localhost:3000";

it("requests with a mistake are answered as the service API prescribes, and are not logged", async () => {
  const onFailure = vi.fn<(report: unknown) => void>();
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    payments: { processor: sandboxPayments({ baseUrl }) },
    recoverySeconds: false,
    onFailure,
  });
  const ask = async (method: string, path: string, body?: string) => {
    const headers = { "content-type": "application/json", "stripe-signature": "t=1,v1=0" };
    const init = { method, headers, ...(body !== undefined && { body }) };
    const response = await treasury.handler(new Request(`${baseUrl}/api/service${path}`, init));
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await ask("GET", "/treasury/deposit?session_id=unknown")).toEqual([
    500,
    "payment_processor_error",
  ]);
  const decision = JSON.stringify({ proposalId: "unknown", decision: "approve" });
  expect(await ask("POST", "/treasury/decide", decision)).toEqual([500, "proposal_not_found"]);
  expect(await ask("POST", "/treasury/card-authorizations", "{}")).toEqual([
    404,
    "route_not_found",
  ]);
  expect(onFailure).not.toHaveBeenCalled();
  await treasury.close();
});
