import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { callInParallel } from "../harness/call-in-parallel.ts";
import { comparisonTable } from "../harness/comparison-table.ts";
import { type Contestant, type Samples, figures, interleave } from "../harness/interleave.ts";
import { ratioText } from "../harness/number-text.ts";
import type { Report } from "../harness/report.ts";
import { medianRatio } from "../harness/statistics.ts";
import { loadCheckout } from "../ledger/checkout.ts";
import { paceOf } from "../ledger/compare-ledgers.ts";
import { type OpenLedger, workspaceName } from "../ledger/ledger-contestant.ts";
import { openTreasury, openUngrouped } from "../ledger/open-treasury.ts";

const files = "one file each, WAL, synchronous FULL, on the machine's own disk";

interface Side {
  readonly name: string;
  readonly callers: number;
  readonly openOn: (storage: Storage) => OpenLedger;
  /** The storage of another checkout. */
  readonly storageOn?: typeof sqliteStorage;
}

const compared = "groups, 32 callers";
const previousName = `${compared}, at the previous commit`;

function besidePrevious(samples: Samples): string[] {
  if (!samples.has(previousName)) return [];
  const [now, before] = [compared, previousName].map((name) => figures(samples, name, "perSecond"));
  const ratio = ratioText(medianRatio(now ?? [], before ?? []));
  return [`With groups and 32 callers it is ${ratio} the previous commit.`];
}

async function sidesOf({ previousPath }: BenchContext): Promise<readonly Side[]> {
  if (previousPath === undefined) return ownSides;
  const { openTreasury: openOn, sqliteStorage: storageOn } = await loadCheckout(previousPath);
  return ownSides.flatMap((side) =>
    side.name === compared
      ? [side, { name: previousName, callers: 32, openOn, storageOn }]
      : [side],
  );
}

const ownSides: readonly Side[] = [
  { name: "groups, 128 callers", callers: 128, openOn: openTreasury },
  { name: "groups, 32 callers", callers: 32, openOn: openTreasury },
  { name: "a commit for each spend, 32 callers", callers: 32, openOn: openUngrouped },
  { name: "a commit for each spend, one caller", callers: 1, openOn: openUngrouped },
];

/** Measures grouping without a network, where each commit is a flush. */
export const sqliteGroups: Bench = {
  name: "sqlite-groups",
  summary: "SQLite: groups against a commit for each spend",
  comparesPrevious: true,
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
    try {
      return await compare(context, directory);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function compare(context: BenchContext, directory: string): Promise<Report> {
  const { rounds, seconds } = paceOf(context);
  const sides = await sidesOf(context);
  const open = sides.map((side, index) => openSide(side, join(directory, `${index}.db`), seconds));
  try {
    const samples = await interleave(
      open.map(({ turn }) => turn),
      { counted: rounds, warmUp: 1, progress: context.progress },
    );
    for (const { check } of open) await check();
    return {
      tables: [comparisonTable(sides, samples, "spends a second")],
      remarks: besidePrevious(samples),
      settings: {
        load: "one workspace; each caller sends the next spend after the last answer",
        rounds: `${rounds} of ${seconds} s each, after one that does not count`,
        storage: `node:sqlite of Node ${process.versions.node}, SQLite ${process.versions["sqlite"]}, ${files}`,
      },
    };
  } finally {
    for (const { close } of open) await close();
  }
}

function openSide(
  { name, callers, openOn, storageOn = sqliteStorage }: Side,
  path: string,
  seconds: number,
): { readonly turn: Contestant; check(): Promise<void>; close(): Promise<void> } {
  const storage = storageOn({ path });
  const ledger = openOn(storage);
  let answered = 0;
  return {
    turn: {
      name,
      round: async () => {
        const round = await callInParallel({ callers, seconds, call: () => ledger.spend(0) });
        answered += round.answered;
        return round;
      },
    },
    check: async () => {
      const [snapshot] = await storage.load([{ workspaceId: workspaceName(0), keys: [] }]);
      const recorded = Number(snapshot?.head?.sequence ?? 0n);
      if (recorded !== answered) {
        throw new Error(`${name} answered ${answered} spends and recorded ${recorded}.`);
      }
    },
    close: ledger.close,
  };
}
