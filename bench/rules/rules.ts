import { fiftyRules } from "../../packages/treasury-core/src/features/rules/fifty-rules.fixture.ts";
import { openMonitor } from "../database/database-monitor.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench } from "../harness/bench.ts";
import { figures, type Samples } from "../harness/interleave.ts";
import { figureText, millisecondsText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { compareLedgers, paceOf } from "../ledger/compare-ledgers.ts";
import { ruledLedger, type StorageCalls } from "./ruled-ledger.ts";

const limits = "the five limits";
const rules = "fifty rules";
const rulesInTree = "fifty rules and three allocations";
const names = [limits, rules, rulesInTree] as const;

interface Measured {
  readonly callers: number;
  readonly samples: Samples;
  readonly calls: Readonly<Record<(typeof names)[number], StorageCalls>>;
}

function noCalls(): StorageCalls {
  return { spends: 0, loads: 0, commits: 0 };
}

/** Compares spends under published rules with those under the five limits. */
export const ruledSpends: Bench = {
  name: "rules",
  summary: "spends under fifty rules and under the five limits, 1 and 32 callers",
  run: async (context) => {
    const database = await startDatabase(context);
    const monitor = openMonitor(database);
    try {
      const measured: Measured[] = [];
      for (const callers of [1, 32]) {
        const calls = { [limits]: noCalls(), [rules]: noCalls(), [rulesInTree]: noCalls() };
        const contestants = [
          ruledLedger(limits, "limits", { rules: [] }, null, calls[limits]),
          ruledLedger(rules, "rules", fiftyRules(), null, calls[rules]),
          ruledLedger(rulesInTree, "tree", fiftyRules(), "models", calls[rulesInTree]),
        ];
        const arena = { database, monitor, load: { workspaces: 1, callers } };
        const { samples } = await compareLedgers(contestants, [], arena, context);
        measured.push({ callers, samples, calls });
      }
      return reportOn(measured, await monitor.describe(), paceOf(context));
    } finally {
      await monitor.close();
      await database.close();
    }
  },
};

function reportOn(
  measured: readonly Measured[],
  server: string,
  { rounds, seconds }: ReturnType<typeof paceOf>,
): Report {
  const columns = [
    "",
    "spends a second",
    "lowest to highest round",
    "p50",
    "p99",
    "CPU time in Node",
    "storage calls a spend",
    "time to the five limits",
  ];
  return {
    tables: [{ columns, rows: measured.flatMap(rowsOf) }],
    remarks: measured.map(readsOf),
    settings: {
      load: "one workspace; five agents, twenty vendors and four categories at random",
      rules:
        "twenty limits per window, of which ten are by vendor, agent, category or allocation, or count new payees; ten requirements, ten limits for one spend, and ten others",
      rounds: `${rounds} of ${seconds} s each, after one that does not count, with a checkpoint before every turn`,
      server,
    },
  };
}

function rowsOf({ callers, samples, calls }: Measured): Row[] {
  const reference = figures(samples, limits, "perSecond");
  return names.map((name): Row => {
    const of = (figure: string): number => median(figures(samples, name, figure));
    const perSecond = figures(samples, name, "perSecond");
    const { spends, loads, commits } = calls[name];
    const ratio = name === limits ? "" : ratioText(medianRatio(reference, perSecond));
    return {
      name: `${callers} caller(s): ${name}`,
      cells: [
        figureText(median(perSecond)),
        rangeText(perSecond),
        millisecondsText(of("p50Ms")),
        millisecondsText(of("p99Ms")),
        `${figureText(of("processorMicroseconds"))} µs`,
        figureText((loads + commits) / spends),
        ratio,
      ],
    };
  });
}

function readsOf({ callers, calls }: Measured): string {
  const loads = names.map((name) => {
    const { loads: count, spends } = calls[name];
    return `${name} ${figureText(count)} in ${figureText(spends)} spends`;
  });
  return `Loads with ${callers} caller(s): ${loads.join(", ")}.`;
}
