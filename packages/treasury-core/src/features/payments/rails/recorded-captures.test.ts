import { type Entry, type Storage, Micros } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { recordedCaptures } from "./recorded-captures.ts";

const at = "2026-11-03T10:00:00.000Z";

function entry(sequence: number, record: object): Entry {
  const body = {
    id: `entry_${sequence}`,
    type: "expense",
    proposalId: "prop_1",
    reference: `capture_${sequence}`,
    reversalOf: null,
    createdAt: at,
    ...record,
  };
  const amount = Micros.of(-5n);
  return { sequence: BigInt(sequence), epoch: 1, amount, body } as unknown as Entry;
}

/** A storage with the newest entries of one workspace, and no proposals. */
function storageWith(entries: readonly Entry[]): Storage {
  return {
    workspaces: async () => ["acme", "~deployment"],
    view: async (workspaceId: string, _docs: object, { limit }: { limit: number }) => {
      expect(workspaceId).toBe("acme");
      return { entries: entries.slice(0, limit) };
    },
    load: async () => [{ found: [] }],
  } as unknown as Storage;
}

it("are expenses of payments, with whether an entry took them back", async () => {
  const storage = storageWith([
    entry(5, { reversalOf: "entry_2" }),
    entry(4, { type: "deposit" }),
    entry(3, { reference: null }),
    entry(2, {}),
    entry(1, {}),
    entry(0, { createdAt: "2026-11-03T09:59:59.999Z" }),
  ]);
  const captures = await recordedCaptures(storage, Date.parse(at));
  const place = { workspaceId: "acme", proposalId: "prop_1", rail: null, decidedAt: 0 };
  const capture = { ...place, amount: 5n, at: Date.parse(at) };
  expect(captures).toEqual([
    { ...capture, id: "capture_2", isReversed: true },
    { ...capture, id: "capture_1", isReversed: false },
  ]);
});

it("are rejected rather than cut if there are too many", async () => {
  const full = Array.from({ length: 100 }, (_, index) => entry(index, {}));
  await expect(recordedCaptures(storageWith(full), 0)).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("too many payments"),
  });
});
