import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";

it("skips a port that is in use", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port: taken } = other.address() as AddressInfo;
  expect(await freePort([taken], "127.0.0.1")).toBeNull();
  const found = await freePort([taken, 0], "127.0.0.1");
  expect(found).toBeGreaterThan(0);
  expect(found).not.toBe(taken);
});
