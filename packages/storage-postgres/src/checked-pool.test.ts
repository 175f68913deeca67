import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkedPool, firstPrimary } from "./checked-pool.ts";
import type { CheckedPool, PostgresClient, PostgresQuery } from "./postgres-client.ts";

const query = { text: "SELECT 1" } as PostgresQuery;

/** A host that answers no statement. */
function host(name: string, state: { isPrimary: boolean }): CheckedPool & { released: unknown[] } {
  const released: unknown[] = [];
  return {
    released,
    connect: async () => {
      if (!state.isPrimary) throw new Error(`${name} is a standby.`);
      return {
        server: name,
        query: () => new Promise(() => {}),
        on: () => {},
        removeListener: () => {},
        release: (destroy) => released.push(destroy),
      };
    },
  };
}

/** A pool of one connection, which remains open if the host becomes a standby. */
function checkedHost(state: { isPrimary: boolean }): CheckedPool {
  const client: PostgresClient = {
    query: async () => ({ rows: [[`${!state.isPrimary}`, "off", "on", "UTF8", "started"]] }),
    on: () => {},
    removeListener: () => {},
    release: () => {},
  };
  return checkedPool({ connect: async () => client }, 1_000);
}

describe("a statement to a host that does not answer", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("fails once another host is the primary, which serves the next connection", async () => {
    const standby = { isPrimary: false };
    const hosts = [host("old", { isPrimary: true }), host("new", standby)];
    const pool = firstPrimary(hosts, 30_000);
    const client = await pool.connect();
    const answers: unknown[] = [];
    for (const _ of [1, 2]) client.query(query).catch((error: unknown) => answers.push(error));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(answers).toEqual([]);

    standby.isPrimary = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(answers).toEqual([
      expect.objectContaining({ message: expect.stringContaining("Another host") as unknown }),
      expect.objectContaining({ message: expect.stringContaining("Another host") as unknown }),
    ]);
    expect(await pool.connect()).toMatchObject({ server: "new" });
    expect(hosts[1]?.released).toEqual([undefined]);
  });

  it("stays with it if another host was the primary at an earlier check", async () => {
    const state = { isPrimary: true };
    const earlier = checkedHost(state);
    (await earlier.connect()).release();
    const pool = firstPrimary([host("present", { isPrimary: true }), earlier], 30_000);
    const answered = vi.fn<(error: unknown) => void>();
    (await pool.connect()).query(query).catch(answered);

    state.isPrimary = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(answered).not.toHaveBeenCalled();
    expect(await pool.connect()).toMatchObject({ server: "present" });

    state.isPrimary = true;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(answered).toHaveBeenCalledTimes(1);
    expect(await pool.connect()).toMatchObject({ server: "started" });
  });

  it("is not watched if there is one host, or after its answer", async () => {
    const connect = vi.fn<CheckedPool["connect"]>(host("only", { isPrimary: true }).connect);
    void (await firstPrimary([{ connect }], 0).connect()).query(query);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connect).toHaveBeenCalledTimes(1);

    const other = vi.fn<CheckedPool["connect"]>(host("new", { isPrimary: false }).connect);
    const answering: CheckedPool = {
      connect: async () => ({ ...(await connect()), query: async () => ({ rows: [] }) }),
    };
    await (await firstPrimary([answering, { connect: other }], 0).connect()).query(query);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(other).not.toHaveBeenCalled();
  });
});
