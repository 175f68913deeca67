import { Micros } from "@agent-treasury/provider";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import {
  type Contents,
  type Path,
  contentsOf,
  edited,
  leafAt,
  leavesOf,
  othersThan,
  pathText,
  verifyContents,
  withEntry,
} from "../../kernel/ledger/edited-storage.fixture.ts";
import {
  append,
  deposit,
  openEpoch,
  testCommitter,
} from "../../kernel/ledger/test-ledger.fixture.ts";
import { erasable, expense, twoEpochs } from "../../kernel/ledger/two-epochs.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { verifyChain } from "./chain-walk.ts";

let whole: Contents;

beforeAll(async () => {
  whole = await twoEpochs();
});

describe("an edit", () => {
  it("of any field of any entry is detected with its sequence", async () => {
    const passed: string[] = [];
    for (const [index, entry] of whole.entries.entries()) {
      for (const path of leavesOf(entry)) {
        for (const other of othersThan(leafAt(entry, path))) {
          if (other === null && erasable.includes(pathText(path))) continue;
          const report = await verifyContents(withEntry(whole, index, edited(entry, path, other)));
          const first = report.firstInvalidSequence;
          // An entry with an earlier sequence is reported at that sequence.
          const named =
            first === entry.sequence || (pathText(path) === "sequence" && first === other);
          if (report.problem === null || !named) {
            passed.push(`${pathText(path)} of entry ${entry.sequence}, now ${String(other)}`);
          }
        }
      }
    }
    expect(passed).toEqual([]);
  });

  it("that removes, repeats or swaps entries is detected at its first entry", async () => {
    for (const [index, { sequence }] of whole.entries.entries()) {
      const without = whole.entries.toSpliced(index, 1);
      expect(await verifyContents({ ...whole, entries: without })).toMatchObject({
        firstInvalidSequence: sequence,
        problem: `Entry ${sequence} is missing.`,
      });
      const twice = whole.entries.toSpliced(index, 0, whole.entries[index]!);
      expect((await verifyContents({ ...whole, entries: twice })).firstInvalidSequence).toBe(
        sequence,
      );
      const next = whole.entries[index + 1];
      if (next === undefined) continue;
      const swapped = whole.entries
        .with(index, { ...next, sequence })
        .with(index + 1, { ...whole.entries[index]!, sequence: next.sequence });
      expect((await verifyContents({ ...whole, entries: swapped })).firstInvalidSequence).toBe(
        sequence,
      );
    }
  });

  it("that adds an entry beyond the head is detected", async () => {
    const last = whole.entries.at(-1)!;
    const forged = { ...last, sequence: last.sequence + 1n, previousHash: last.hash };
    expect(await verifyContents({ ...whole, entries: [...whole.entries, forged] })).toMatchObject({
      firstInvalidSequence: 9n,
      problem: "Entry 9 is beyond the head.",
    });
  });

  it("that moves characters between a text and the salt is detected", async () => {
    const entry = whole.entries[0]!;
    const { salt, description } = entryFromBody(entry.body);
    const text = description.text!;
    const shifted = edited(
      edited(entry, ["body", "salt"], `${salt}${text.slice(0, 1)}`),
      ["body", "description", "text"],
      text.slice(1),
    );
    expect(await verifyContents(withEntry(whole, 0, shifted))).toMatchObject({
      firstInvalidSequence: 1n,
      problem: "A text of entry 1 was changed.",
    });
  });

  it("of an epoch's record is detected", async () => {
    const passed: string[] = [];
    for (const [index, doc] of whole.docs.entries()) {
      const covered: Path[] = [
        ["epoch"],
        ["body", "startingCapital"],
        ["body", "previousHash"],
        ["body", "afterSequence"],
      ];
      for (const path of covered) {
        for (const other of othersThan(leafAt(doc, path))) {
          const docs = whole.docs.with(index, edited(doc, path, other));
          const { problem } = await verifyContents({ ...whole, docs });
          if (problem === null) passed.push(`${pathText(path)} of ${doc.id}, now ${String(other)}`);
        }
      }
      const without = whole.docs.toSpliced(index, 1);
      expect((await verifyContents({ ...whole, docs: without })).problem).toContain("epoch");
    }
    expect(passed).toEqual([]);
  });

  it("of the head is detected, without a sequence", async () => {
    const { head } = whole;
    const covered: Path[] = [
      ["epoch"],
      ["sequence"],
      ["lastHash"],
      ...[
        "format",
        "openingBalance",
        "deposits",
        "revenue",
        "expense",
        "spentToday",
        "autoApprovedToday",
      ].map((name) => ["account", name]),
    ];
    const passed: string[] = [];
    for (const path of covered) {
      for (const other of othersThan(leafAt(head, path))) {
        const report = await verifyContents({ ...whole, head: edited(head, path, other) });
        const inEntry = report.firstInvalidSequence !== null && pathText(path) !== "sequence";
        if (report.problem === null || inEntry) passed.push(`${pathText(path)}: ${String(other)}`);
      }
    }
    expect(passed).toEqual([]);
  });

  it("that moves the head's day back to reuse the cap is detected", async () => {
    const { head } = whole;
    const dayBack = edited(
      edited(edited(head, ["account", "day"], "2026-11-02"), ["account", "spentToday"], "0"),
      ["account", "autoApprovedToday"],
      "0",
    );
    expect((await verifyContents({ ...whole, head: dayBack })).problem).toBe(
      "The head's day is earlier than the newest entry's day.",
    );
  });

  it("that makes an account or a body unreadable is reported without an exception", async () => {
    for (const rubbish of [null, 7, "x", [], {}, { description: 1 }]) {
      const entry = { ...whole.entries[2]!, body: rubbish };
      expect(await verifyContents(withEntry(whole, 2, entry))).toMatchObject({
        firstInvalidSequence: 3n,
      });
      const head = { ...whole.head!, account: rubbish };
      expect((await verifyContents({ ...whole, head })).problem).toContain("cannot be read");
      const docs = whole.docs.with(1, { ...whole.docs[1]!, body: rubbish });
      expect((await verifyContents({ ...whole, docs })).problem).toContain("epoch");
    }
  });
});

const anyPosting = fc.record({
  type: fc.constantFrom("deposit" as const, "revenue" as const, "expense" as const),
  amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  reset: fc.integer({ min: 0, max: 5 }).map((die) => die === 0),
});

describe("any history", () => {
  it("verifies unless one value of one entry is changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPosting, { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        async (postings, entryAt, pathAt, otherAt) => {
          const storage = memoryStorage();
          const { committer } = testCommitter(storage);
          for (const { type, amount, reset } of postings) {
            if (reset) await committer.run("acme", openEpoch());
            const signed = Micros.of(type === "expense" ? -amount : amount);
            const posting = type === "expense" ? expense : deposit;
            await committer.run("acme", append({ ...posting, type, amount: signed }));
          }
          expect((await verifyChain(storage, "acme")).problem).toBeNull();

          const contents = await contentsOf(storage, "acme");
          const index = entryAt % contents.entries.length;
          const entry = contents.entries[index]!;
          const paths = leavesOf(entry).filter((path) => !erasable.includes(pathText(path)));
          const path = paths[pathAt % paths.length]!;
          const others = othersThan(leafAt(entry, path));
          const other = others[otherAt % others.length]!;
          const entries = contents.entries.with(index, edited(entry, path, other));
          const report = await verifyContents({ ...contents, entries });
          expect(report.problem, `${pathText(path)} became ${String(other)}`).not.toBeNull();
          expect(report.firstInvalidSequence).not.toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});
