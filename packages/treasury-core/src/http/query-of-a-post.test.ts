import { expect, it } from "vitest";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const baseUrl = "http://localhost:3000";

function deployment() {
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
  });
  const post = async (path: string, body: object = {}) => {
    const response = await treasury.handler(
      new Request(`${baseUrl}/api/service${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, ...((await response.json()) as { error?: string }) };
  };
  return { treasury, post };
}

it.each([
  ["/treasury/reset?workspaceId=acme", {}],
  ["/treasury/proposals?workspaceId=acme", { amountUsd: 1, vendor: "Acme", purpose: "paper" }],
  ["/treasury/deposit?workspaceId=acme", { amountUsd: 1 }],
  ["/agent?workspaceId=acme", { message: "Go." }],
  ["/treasury/reset?workspaceid=acme", {}],
])("refuses a field of the operation in the query of POST %s", async (path, body) => {
  const { treasury, post } = deployment();
  await treasury.propose({ amountUsd: 60, vendor: "Acme", purpose: "a desk" });
  const before = await treasury.state();
  expect(await post(path, body)).toMatchObject({
    status: 400,
    code: "invalid_request",
    error: expect.stringContaining("workspaceId"),
  });
  expect((await treasury.state()).proposals).toEqual(before.proposals);
  await treasury.close();
});

it("ignores other parts of the query of a POST", async () => {
  const { treasury, post } = deployment();
  expect(await post("/treasury/reset?utm_source=mail")).toMatchObject({ status: 200 });
  await treasury.close();
});
