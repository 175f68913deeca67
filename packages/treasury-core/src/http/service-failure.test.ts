import { type Storage, systemClock, TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { expect, it } from "vitest";
import { createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";

const unreachable = new TreasuryError("storage_error", "The database could not be reached.");

/** A treasury whose storage has its faults from the second request on. */
function treasuryWith(faults: (memory: Storage) => Partial<Storage>) {
  const memory = memoryStorage();
  const { handler } = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: { ...forwardedStorage(memory), ...faults(memory) },
    clock: { ...systemClock, sleep: () => Promise.resolve() },
    recoverySeconds: false,
  });
  return async (method: string, path: string, body?: object): Promise<string> => {
    const response = await handler(
      new Request(`http://localhost:3000/api/service${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const { error, code } = (await response.json()) as { error: string; code: string };
    const retryAfter = response.headers.get("retry-after");
    const isBusy = code === "service_busy";
    expect([response.status, code, retryAfter]).toEqual(
      isBusy ? [503, "service_busy", "5"] : [500, "storage_error", null],
    );
    return error;
  };
}

const reject = (): Promise<never> => Promise.reject(unreachable);
const unchanged = "The database could not be reached. The treasury was not changed. Try again.";

it("states that a read changed nothing", async () => {
  const ask = treasuryWith(() => ({ view: reject, load: reject }));
  expect(await ask("GET", "/treasury?workspaceId=acme")).toBe(unchanged);
});

it("states that a request changed nothing if its change was not sent", async () => {
  const ask = treasuryWith(() => ({ load: reject }));
  expect(await ask("POST", "/treasury/reset", { workspaceId: "acme" })).toBe(unchanged);
});

it("states that a request changed nothing if the storage rejected its change", async () => {
  const ask = treasuryWith(() => ({ commit: reject }));
  expect(await ask("POST", "/treasury/reset", { workspaceId: "acme" })).toBe(unchanged);
});

it("warns that a change whose outcome is unclear may have been committed", async () => {
  const ask = treasuryWith(() => ({ commit: () => Promise.reject(new Error("It was cut.")) }));
  const error = await ask("POST", "/treasury/reset", { workspaceId: "acme" });
  expect(error).toContain("The storage did not confirm the change, which may have been applied.");
  expect(error).toContain("the change may have been committed");
  expect(error).not.toContain("not changed");
});

it("warns that a change may have been committed if only the response could not be read", async () => {
  const ask = treasuryWith(() => ({ view: reject }));
  const error = await ask("POST", "/treasury/reset", { workspaceId: "acme" });
  expect(error).toContain("the change may have been committed");
});

it("states when to try again if the storage is locked and nothing was changed", async () => {
  const headers = { "retry-after": "5" };
  const locked = new TreasuryError("storage_error", "The database is locked.", { headers });
  const rejectLocked = (): Promise<never> => Promise.reject(locked);
  const busy = treasuryWith(() => ({ commit: rejectLocked }));
  expect(await busy("POST", "/treasury/reset", { workspaceId: "acme" })).toBe(
    "The database is locked. Try again after the time in `retry-after`.",
  );
  const written = treasuryWith(() => ({ view: rejectLocked }));
  expect(await written("POST", "/treasury/reset", { workspaceId: "acme" })).toContain(
    "the change may have been committed",
  );
});
