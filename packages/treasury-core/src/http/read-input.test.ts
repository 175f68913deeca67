import { expect, it } from "vitest";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const baseUrl = "http://localhost:3000";

async function reset(fields: number) {
  const treasury = createTreasury({ baseUrl, storage: memoryStorage() });
  const body = Object.fromEntries(Array.from({ length: fields }, (_, index) => [`x${index}`, 1]));
  const response = await treasury.handler(
    new Request(`${baseUrl}/api/service/treasury/reset`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  const { code, error } = (await response.json()) as { code?: string; error?: string };
  return { status: response.status, code, error };
}

it("rejects a body with more than 100 fields", async () => {
  expect(await reset(100)).toMatchObject({ status: 200 });
  expect(await reset(101)).toEqual({
    status: 400,
    code: "invalid_request",
    error: expect.stringContaining("The request has more than 100 fields."),
  });
});
