import type { BenchContext } from "../harness/bench.ts";
import { comparisonTable } from "../harness/comparison-table.ts";
import { type Samples, figures, interleave } from "../harness/interleave.ts";
import { figureText } from "../harness/number-text.ts";
import type { Report, Table } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { type ContestantName, contestants } from "./contestants.ts";
import { type Asked, connections, loadServer, requestTo } from "./load.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const names = Object.keys(contestants) as ContestantName[];
const [ours, byHand] = names as [ContestantName, ContestantName];

/** The number of spends in a small and in a busy workspace. */
const sizes = [2, 30] as const;

type Servers = ReadonlyMap<ContestantName, ServerProcess>;

/** Compares every contestant on one operation, with a small and with a busy workspace. */
export async function measureHttp(asked: Asked, context: BenchContext): Promise<Report> {
  const tables: Table[] = [];
  const remarks: string[] = [];
  for (const spends of context.size === "tiny" ? sizes.slice(0, 1) : sizes) {
    const servers: Servers = new Map(
      await Promise.all(
        names.map(async (name) => [name, await startServer(name, spends)] as const),
      ),
    );
    try {
      const bytes = await checkSameAnswers(servers, asked);
      const { samples, operation } = await compare(servers, asked, context);
      tables.push(tableOf(samples, `a second, ${figureText(bytes)} bytes each`));
      remarks.push(remarkOn(samples, operation, bytes));
    } finally {
      await Promise.all(Array.from(servers.values(), (server) => server.close()));
    }
  }
  return { tables, remarks, settings: { load: `${connections} connections, keep-alive` } };
}

async function compare(servers: Servers, asked: Asked, context: BenchContext) {
  const isTiny = context.size === "tiny";
  const samples = await interleave(
    Array.from(servers, ([name, server]) => ({
      name,
      round: () => loadServer(server, asked, context),
    })),
    { counted: isTiny ? 1 : 5, warmUp: isTiny ? 0 : 1, progress: context.progress },
  );
  const operations: number[] = [];
  for (const server of servers.values()) {
    operations.push(await server.ask({ kind: asked, calls: isTiny ? 10 : 5_000 }));
  }
  return { samples, operation: median(operations) };
}

/**
 * Compares the responses, except for random values and times.
 *
 * @throws Error when one differs.
 */
async function checkSameAnswers(servers: Servers, asked: Asked): Promise<number> {
  const answers = new Map<string, string>();
  let bytes = 0;
  for (const [name, server] of servers) {
    const { url, ...request } = requestTo(server, asked);
    const response = await fetch(url, request);
    const text = await response.text();
    bytes = Buffer.byteLength(text);
    const plain = text
      .replaceAll(/[\da-f]{32,64}/g, "…")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…");
    answers.set(`${response.status} ${plain}`, name);
  }
  if (answers.size === 1) return bytes;
  throw new Error(`Not all respond the same: ${[...answers.values()].join(", ")}.`);
}

function tableOf(samples: Samples, unit: string): Table {
  const table = comparisonTable(
    names.map((name) => ({ name })),
    samples,
    unit,
  );
  const rows = table.rows.map((row) => {
    if ("notRun" in row) return row;
    const processor = median(figures(samples, row.name, "processorMicroseconds"));
    return { ...row, cells: [...row.cells, `${figureText(processor)} µs`] };
  });
  return { columns: [...table.columns, "processor, each"], rows };
}

/**
 * The treasury's work is the same on all sides, so that the remark subtracts it to show the cost of
 * HTTP.
 */
function remarkOn(samples: Samples, operation: number, bytes: number): string {
  const perSecond = (name: string) => figures(samples, name, "perSecond");
  const beside = (name: string) =>
    median(figures(samples, name, "processorMicroseconds")) - operation;
  const ratio = medianRatio(perSecond(ours), perSecond(byHand)).toFixed(2);
  return `Responses of ${figureText(bytes)} bytes: the adapter serves ${ratio} times as many as the routes by hand. Of the CPU time, the operation itself and its JSON take ${figureText(operation)} µs; the rest for HTTP, Express and the checks is ${figureText(beside(ours))} µs by the adapter, ${figureText(beside(byHand))} µs by hand.`;
}
