import { type Samples, figures } from "../harness/interleave.ts";
import { figureText, millisecondsText, ratioText } from "../harness/number-text.ts";
import type { Row, Table } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import type { OpenQuestion } from "./spending-worker.ts";

export type Kind = OpenQuestion["ledger"];

/** How far the last process may be from the database. */
export const delayMs = 1;

const kindNames = {
  treasury: "**Agent Treasury**",
  previous: "Agent Treasury at the previous commit",
  interactive: "a transaction under a row lock",
};

/** Processes on one workspace; the last one may be farther from the database. */
export interface Field {
  readonly processes: number;
  readonly lastIsFar: boolean;
  /** In each process. */
  readonly callers: number;
}

export function tableOf(kinds: readonly Kind[], field: Field, samples: Samples): Table {
  const figure = (kind: Kind, name: string): number => median(figures(samples, kind, name));
  const total = (kind: Kind): number[] => figures(samples, kind, "perSecond");
  const rows = kinds.flatMap((kind) => [
    {
      name: `${kindNames[kind]}, all of them`,
      cells: [
        figureText(figure(kind, "perSecond")),
        "",
        "",
        ratioText(figure(kind, "worstToBest")),
        kind === "treasury" ? "" : ratioText(medianRatio(total("treasury"), total(kind))),
      ],
    },
    ...Array.from({ length: field.processes }, (_, index) => ({
      name: `process ${index + 1}${field.lastIsFar && index === field.processes - 1 ? ", far" : ""}`,
      cells: [
        figureText(figure(kind, `perSecond ${index}`)),
        millisecondsText(figure(kind, `p50Ms ${index}`)),
        millisecondsText(figure(kind, `p99Ms ${index}`)),
        "",
        "",
      ],
    })),
  ]);
  const columns = ["spends a second", "p50", "p99", "worst p99 to best", "ours to this one"];
  return { columns: [fieldName(field), ...columns], rows };
}

export const columnsAlone = [
  "spends a second",
  "fewest to most by a process",
  "p50",
  "worst p99",
  "ours to this one",
];

export function rowsAlone(kinds: readonly Kind[], field: Field, samples: Samples): Row[] {
  const figure = (kind: Kind, name: string): number => median(figures(samples, kind, name));
  const total = (kind: Kind): number[] => figures(samples, kind, "perSecond");
  return kinds.map((kind) => ({
    name: `${field.processes} processes: ${kindNames[kind]}`,
    cells: [
      figureText(figure(kind, "perSecond")),
      `${figureText(figure(kind, "fewest"))} to ${figureText(figure(kind, "most"))}`,
      millisecondsText(figure(kind, "p50Ms")),
      millisecondsText(figure(kind, "worstP99Ms")),
      kind === "treasury" ? "" : ratioText(medianRatio(total("treasury"), total(kind))),
    ],
  }));
}

export function fieldName({ processes, lastIsFar, callers }: Field): string {
  if (callers === 1) return `${processes} processes with one caller`;
  return `${processes} processes${lastIsFar ? `, one of them ${delayMs} ms further away` : ""}`;
}
