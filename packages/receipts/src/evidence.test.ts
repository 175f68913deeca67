import { createHash } from "node:crypto";
import { type CopiedPart, type Doc, type Storage, systemClock } from "@agent-treasury/provider";
import { amountFromUsd, forwardedStorage } from "@agent-treasury/provider/helpers";
import type { Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { skipWithoutPython } from "test-suites/python";
import { describe, expect, it } from "vitest";
import { verifiedByPython } from "./python.fixture.ts";
import { pay, receiptTreasury, resigned } from "./receipts.fixture.ts";
import { verifyEvidence } from "./verify-evidence.ts";
import { verifyReceipt } from "./verify-receipt.ts";

const from = new Date("2026-01-01");

async function linesOf(treasury: Treasury, period: { from: Date; to?: Date } = { from }) {
  const lines: string[] = [];
  for await (const line of treasury.receipts.evidence(period)) lines.push(line);
  return lines;
}

interface Line {
  readonly record: string;
  readonly [name: string]: unknown;
}

const read = (lines: readonly string[]): readonly Line[] =>
  lines.slice(0, -1).map((line) => JSON.parse(line) as Line);

/** Decisions of policy and of persons, rules, a freeze, and a change of limits. */
async function quarter(): Promise<Treasury> {
  const treasury = receiptTreasury();
  await pay(treasury, 5);
  await pay(treasury, 24, { vendor: "Hetzner \u2028 Online", category: "hosting" });
  const spend = { agentId: "buyer", amountUsd: 15, vendor: "Acme", purpose: "nothing good" };
  const { proposal } = await treasury.propose(spend);
  await treasury.decide({ proposalId: proposal.id, decision: "deny", operator: "Bo" });
  await treasury.rules.publish({ rules: { version: 1, rules: [] }, operator: "Ada" });
  await treasury.setBudget({ limits: { maxSpendPerActionUsd: 50 }, operator: "Ada" });
  await treasury.freezes.freeze({ scope: "agent", id: "buyer", reason: "odd", operator: "Bo" });
  return treasury;
}

/** Records are in no particular order. */
const placeOf = ({ approvals, status }: Line): number =>
  approvals === undefined ? 0 : ["denied", "executed"].indexOf(String(status)) + 1;

describe("the evidence of a period", () => {
  it("has decisions with receipts, changes and exceptions, and is valid", async () => {
    const treasury = await quarter();
    const lines = await linesOf(treasury);
    const shown = (name: string): readonly Line[] =>
      read(lines)
        .filter(({ record }) => record === name)
        .toSorted((one, other) => placeOf(one) - placeOf(other));
    expect(shown("decision")).toMatchObject([
      { status: "denied", operator: "Bo", exceptions: ["denied"], receipt: null },
      { status: "executed", exceptions: [] },
      { status: "executed", exceptions: [] },
    ]);
    expect(shown("decision").map(({ operator }) => operator)).toContain("Ada");
    expect(shown("rules")).toMatchObject([{ number: 1, author: "Ada" }]);
    expect(new Set(shown("change").map(({ type }) => type))).toEqual(
      new Set(["publish_rules", "set_budget"]),
    );
    expect(shown("exception")).toMatchObject([
      { kind: "freeze", scope: "agent", target: "buyer", frozenBy: "Bo", endedAt: null },
    ]);
    const report = await verifyEvidence(lines, await treasury.receipts.keys());
    expect(report).toMatchObject({
      valid: true,
      problems: [],
      facts: {
        workspace: "demo",
        from: from.toISOString(),
        receipts: 2,
        records: { decision: 3, rules: 1, change: 2, exception: 1 },
        ledger: { entries: 2, deposit: "0", expense: "-29000000" },
      },
    });
  });

  it("ends after all records, also if the storage's clock is ahead", async () => {
    const storage = memoryStorage();
    const ahead: Storage = {
      ...forwardedStorage(storage),
      load: async (requests) =>
        (await storage.load(requests)).map((snapshot) => ({
          ...snapshot,
          storageNow: snapshot.storageNow + 5_000,
        })),
    };
    const treasury = receiptTreasury({ storage: ahead });
    await treasury.freezes.freeze({ scope: "agent", id: "buyer", reason: "odd", operator: "Bo" });
    const lines = await linesOf(treasury);
    expect(read(lines).filter(({ record }) => record === "exception")).toHaveLength(1);
  });

  it("is not valid with any line changed, removed, added or moved", async () => {
    const treasury = await quarter();
    const lines = await linesOf(treasury);
    const keys = await treasury.receipts.keys();
    const verdictOf = async (changed: readonly string[]) =>
      (await verifyEvidence(changed, keys)).valid;
    expect(await verdictOf(lines)).toBe(true);
    for (const [at, line] of lines.entries()) {
      const middle = Math.floor(line.length / 2);
      const other = line[middle] === "A" ? "B" : "A";
      const changed = `${line.slice(0, middle)}${other}${line.slice(middle + 1)}`;
      expect(await verdictOf(lines.with(at, changed))).toBe(false);
      expect(await verdictOf(lines.toSpliced(at, 1))).toBe(false);
      expect(await verdictOf(lines.toSpliced(at, 0, line))).toBe(false);
      if (at > 0)
        expect(await verdictOf(lines.toSpliced(at - 1, 2, line, lines[at - 1] ?? ""))).toBe(false);
    }
    expect(await verdictOf([])).toBe(false);
    const later = await linesOf(treasury, { from: new Date("2026-01-02") });
    expect(await verdictOf([...lines.slice(0, -1), later.at(-1) ?? ""])).toBe(false);
    const other = await quarter();
    expect((await verifyEvidence(lines, await other.receipts.keys())).problems).toEqual([
      "The receipt of " +
        String(firstReceipt(lines)) +
        " is not valid: The receipt is signed with an unknown key.",
    ]);
  });

  it("is not valid with a receipt of another deployment, whose keys are known too", async () => {
    const [own, other] = [await quarter(), await quarter()];
    const foreign = (await linesOf(other)).find((line) => line.includes('"receipt":"')) ?? "";
    const [heading = "", ...rest] = await linesOf(own);
    const changed = [heading, foreign, ...rest.slice(0, -1)];
    const digest = changed.reduce((before, line) => sha256(before + line), "");
    const all = [await own.receipts.keys(), await other.receipts.keys()];
    const { text, keys } = await resigned(
      rest.at(-1) ?? "",
      { keys: all.flatMap(({ keys: each }) => each) },
      (claims) => ({ ...claims, digest }),
    );
    expect((await verifyEvidence([...changed, text], keys)).problems).toEqual([
      `The receipt of ${String(firstReceipt([foreign, ""]))} is of another spend or deployment.`,
    ]);
  });

  it("is not valid if its heading or its records are not those of the footer", async () => {
    const treasury = await quarter();
    const [heading = "", ...rest] = await linesOf(treasury);
    const keys = await treasury.receipts.keys();
    const footer = rest.pop() ?? "";
    const signed = async (lines: readonly string[], records: object = {}) => {
      const digest = lines.reduce((before, line) => sha256(before + line), "");
      const forged = await resigned(footer, keys, (claims) => ({
        ...claims,
        digest,
        records: { ...(claims["records"] as object), ...records },
      }));
      return (await verifyEvidence([...lines, forged.text], forged.keys)).problems;
    };
    expect(await signed([heading, ...rest])).toEqual([]);
    const changed = heading.replace('"from":"2026-01-01', '"from":"2025-01-01');
    expect(await signed([changed, ...rest])).toEqual(["The heading is not that of the footer."]);
    const problem = "The records are not as many as the footer states.";
    expect(await signed([heading, ...rest], { change: 5 })).toEqual([problem]);
    expect(await signed([heading, ...rest], { freeze: 1 })).toEqual([problem]);
    expect(await signed([heading, ...rest, '{"record":"__proto__"}'])).toEqual([problem]);
    expect(await signed([heading, ...rest, '{"record":"toString"}'])).toEqual([problem]);
  });

  it("has what happened in the period only, and needs one that ends after its beginning", async () => {
    const treasury = await quarter();
    const lines = await linesOf(treasury, { from, to: new Date("2026-01-02") });
    expect(lines).toHaveLength(2);
    expect(await verifyEvidence(lines, await treasury.receipts.keys())).toMatchObject({
      valid: true,
      facts: { records: { evidence: 1 }, ledger: { entries: 0, expense: "0" } },
    });
    await expect(linesOf(treasury, { from, to: from })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("is valid after a rotation of the key, and not after its revocation", async () => {
    const treasury = await quarter();
    const lines = await linesOf(treasury);
    await treasury.receipts.rotateKeys({ revoke: true });
    const { problems } = await verifyEvidence(lines, await treasury.receipts.keys());
    expect(problems.join()).toMatch(/was revoked|after the end of its key/);
  });

  it("has more records than the keys that it holds at a time, each once", async () => {
    const storage = memoryStorage();
    const changes = Array.from({ length: 20_010 }, (_, index): Doc => ({
      kind: "budget_change",
      id: index.toString().padStart(6, "0"),
      epoch: 1,
      ordinal: null,
      open: false,
      dueAt: null,
      expiresAt: null,
      body: { at: "2026-06-01T00:00:00.000Z" },
    }));
    const known = new Map(changes.map((doc) => [doc.id, doc]));
    const treasury = receiptTreasury({
      storage: {
        ...forwardedStorage(storage),
        load: async (requests) =>
          (await storage.load(requests)).map((snapshot, index) => {
            const keys = requests[index]?.keys.filter(({ kind }) => kind === "budget_change") ?? [];
            const more = keys.flatMap(({ id }) => known.get(id) ?? []);
            return { ...snapshot, found: [...snapshot.found, ...more] };
          }),
        copy: async function* copy(workspaceId) {
          for await (const part of storage.copy(workspaceId)) {
            yield part;
            if (part.kind === "head") for (const doc of changes) yield { kind: "doc", doc };
          }
        },
      },
    });
    await pay(treasury, 5);
    const lines = await linesOf(treasury);
    const ids = read(lines).flatMap(({ record, id }) => (record === "change" ? [id] : []));
    expect(ids).toEqual(changes.map(({ id }) => id));
    const report = await verifyEvidence(lines, await treasury.receipts.keys());
    expect(report).toMatchObject({ valid: true, facts: { receipts: 1, ledger: { entries: 1 } } });
  });

  it("lists a receipt that cannot be issued with the reason, and continues", async () => {
    const storage = memoryStorage();
    let hidden: bigint | null = null;
    const treasury = receiptTreasury({
      storage: {
        ...forwardedStorage(storage),
        view: async (...asked) => {
          const view = await storage.view(...asked);
          return { ...view, entries: view.entries.filter(({ sequence }) => sequence !== hidden) };
        },
      },
    });
    await pay(treasury, 5);
    const proposalId = await pay(treasury, 6);
    await pay(treasury, 7);
    await treasury.receipts.checkpoint();
    hidden = 2n;
    const lines = await linesOf(treasury);
    expect(read(lines).filter(({ receipt }) => receipt === null)).toMatchObject([
      { id: proposalId, notIssued: "The ledger entry 2 is missing." },
    ]);
    const report = await verifyEvidence(lines, await treasury.receipts.keys());
    expect(report).toMatchObject({ valid: true, facts: { receipts: 2, notIssued: 1 } });
  });

  it("has a payment that was undone as such, with its reversal in the receipt", async (test) => {
    skipWithoutPython(test);
    const { treasury, proposalId } = await undonePayment();
    const lines = await linesOf(treasury);
    const decision = read(lines).find(({ id }) => id === proposalId);
    expect(decision).toMatchObject({
      capturedUsd: 4,
      exceptions: ["undone", "needs_review"],
      receipt: expect.any(String),
    });
    const keys = await treasury.receipts.keys();
    const receipt = String(decision?.["receipt"]);
    const { facts } = await verifyReceipt(receipt, keys);
    expect(facts?.entries.map(({ amount }) => amount)).toEqual(["-6000000", "6000000", "-4000000"]);
    expect(facts?.overrun).toBeNull();
    expect(verifiedByPython([receipt], keys)).toMatchObject([{ valid: true }]);
    expect((await verifyEvidence(lines, keys)).problems).toEqual([]);
    expect((await treasury.verify("demo")).valid).toBe(true);
  });

  it("is read page by page, however many records there are", async () => {
    const storage = memoryStorage();
    let [pulled, isCopied] = [0, false];
    const counting: Storage = {
      ...forwardedStorage(storage),
      load: (requests) => {
        if (isCopied) pulled += 1;
        return storage.load(requests);
      },
      async *copy(workspaceId: string): AsyncGenerator<CopiedPart> {
        yield* storage.copy(workspaceId);
        isCopied = true;
      },
    };
    const treasury = receiptTreasury({ storage: counting });
    for (let count = 0; count < 60; count += 1) await pay(treasury, 1 + count / 100);
    let [written, decisions, pulledBefore] = [0, 0, 0];
    // The storage's clock can be ahead of the one that ends the period now.
    const to = new Date(Date.now() + 60_000);
    for await (const line of treasury.receipts.evidence({ from, to })) {
      written += 1;
      decisions += Number(line.startsWith('{"record":"decision"'));
      if (decisions === 1) pulledBefore = pulled;
    }
    expect([written, decisions]).toEqual([62, 60]);
    expect(pulledBefore).toBeLessThan(pulled / 2);
  });
});

const outcome = (id: string, usd: number) => ({
  captures: [{ id, amount: amountFromUsd(usd, "usd") }],
  reference: id,
});

/** A payment of 6 USD that its rail undid, and then made of 4 USD. */
async function undonePayment(): Promise<{ treasury: Treasury; proposalId: string }> {
  const minute = 60_000;
  let offset = 0;
  const now = (): number => Date.now() + offset;
  const treasury = receiptTreasury({
    storage: memoryStorage({ now }),
    clock: { ...systemClock, now },
    executors: {
      executor: {
        specificationVersion: "1",
        provider: "chain",
        keyLifetimeMs: minute,
        mode: () => "sandbox",
        pay: async () => ({ kind: "executed", ...outcome("first", 6) }),
        find: async () => ({ kind: "not_sent" }),
        reviewAfterMs: { executed: minute, declined: minute },
        review: async (_order, _outcome, captureIds) =>
          captureIds.includes("second")
            ? { kind: "final" }
            : { kind: "reversed", captureIds, reason: "Gone.", replacedBy: outcome("second", 4) },
      },
    },
  });
  const proposalId = await pay(treasury, 6);
  offset += 2 * minute;
  await treasury.recover();
  return { treasury, proposalId };
}

function firstReceipt(lines: readonly string[]): unknown {
  return read(lines).find(({ receipt }) => typeof receipt === "string")?.["id"];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
