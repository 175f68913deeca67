import { expect, it } from "vitest";
import { memoryStorage } from "../memory.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import type { Treasury } from "../treasury.ts";
import { createTreasury } from "./create-treasury.ts";

const baseUrl = "http://localhost:3000";

/** Counts how often the options are read after the creation: once by each load. */
function watchedTreasury(read: () => void): Treasury {
  let isCreated = false;
  const options: TreasuryOptions = {
    baseUrl,
    storage: memoryStorage(),
    recoverySeconds: false,
    onFailure: () => {},
  };
  Object.defineProperty(options, "paidFetch", {
    enumerable: true,
    get: () => {
      if (isCreated) read();
    },
  });
  const treasury = createTreasury(options);
  isCreated = true;
  return treasury;
}

async function statusOf(treasury: Treasury, path: string): Promise<number> {
  return (await treasury.handler(new Request(`${baseUrl}/api/service/${path}`))).status;
}

it("loads what other requests need after the first one is answered, once", async () => {
  let loads = 0;
  const treasury = watchedTreasury(() => (loads += 1));
  await treasury.state();
  expect(await statusOf(treasury, "treasury")).toBe(200);
  expect(loads).toBe(0);
  await expect.poll(() => loads).toBe(1);
  expect(await statusOf(treasury, "treasury")).toBe(200);
  expect(await statusOf(treasury, "health")).toBe(200);
  expect(loads).toBe(1);
  await treasury.close();
});

it("reports by the health check that it cannot be loaded", async () => {
  const treasury = watchedTreasury(() => {
    throw new Error("EMFILE");
  });
  expect(await statusOf(treasury, "health")).toBe(500);
  expect(await statusOf(treasury, "treasury")).toBe(200);
  await treasury.close();
});
