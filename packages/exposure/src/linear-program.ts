import type { Micros } from "@agent-treasury/provider";
import * as highsModule from "highs";
import type { LimitRow } from "./limit-rows.ts";
import type { SpendClass } from "./spend-classes.ts";

export interface Solution {
  /** The amount of each class, in millionths of USD. */
  readonly amounts: readonly number[];
  /** The dual value of each row. Any numbers give a valid bound. */
  readonly duals: readonly number[];
}

/** Returns the largest sum that the rows allow. May throw, or return anything. */
export type Solver = (
  classes: readonly Pick<SpendClass, "maximum">[],
  rows: readonly LimitRow[],
) => Promise<Solution>;

/** The program is in dollars, so that its numbers are neither large nor small. */
const unitsPerDollar = 1_000_000;

interface Highs {
  solve(program: string): {
    readonly Columns: Readonly<Record<string, { readonly Primal?: number }>>;
    readonly Rows: readonly { readonly Dual?: number }[];
  };
}

/** Its types describe the CommonJS form, in which the module has a `default` of its own. */
const { default: loadHighs } = highsModule as unknown as { readonly default: () => Promise<Highs> };

/**
 * Loads HiGHS. A class with the largest amount per spend uses up the fewest spends,
 * so that a row that counts spends has the weight `1 / maximum`.
 */
export async function highsSolver(): Promise<Solver> {
  const highs = await loadHighs();
  return (classes, rows) => Promise.resolve().then(() => solveBy(highs, classes, rows));
}

function solveBy(
  highs: Highs,
  classes: readonly Pick<SpendClass, "maximum">[],
  rows: readonly LimitRow[],
): Solution {
  const { Columns, Rows } = highs.solve(programText(classes, rows));
  return {
    amounts: classes.map((_, index) => (Columns[`x${index}`]?.Primal ?? 0) * unitsPerDollar),
    duals: rows.map((_, index) => Rows[index]?.Dual ?? 0),
  };
}

function programText(
  classes: readonly Pick<SpendClass, "maximum">[],
  rows: readonly LimitRow[],
): string {
  const objective = joined(classes.map((_, index) => `x${index}`));
  const constraints = rows.map(({ classes: counted, unit, maximum }, row) => {
    const terms = counted.map((index) => {
      const weight = unitsPerDollar / Number(classes[index]?.maximum ?? 1n);
      return unit === "amount" ? `x${index}` : `${weight} x${index}`;
    });
    const bound = unit === "amount" ? Number(maximum) / unitsPerDollar : Number(maximum);
    return ` r${row}: ${joined(terms)} <= ${bound}`;
  });
  return `Maximize\n obj: ${objective}\nSubject To\n${constraints.join("\n")}\nEnd\n`;
}

function joined(terms: readonly string[]): string {
  return terms.join("\n + ");
}

/** Numbers of this scale represent dual values. */
const scale = 1_000_000_000_000n;

/**
 * Returns an upper bound of what the classes can spend, in integers. The dual values of the solver
 * become feasible by raising them, so that wrong ones give a larger bound. Null if a class has no
 * limit at all.
 */
export function provedBound(
  classes: readonly Pick<SpendClass, "maximum">[],
  rows: readonly LimitRow[],
  duals: readonly number[],
): Micros | null {
  const limited = rows.some(({ classes: counted }) => counted.length > 0);
  if (classes.length === 0) return 0n as Micros;
  if (!limited) return null;
  const exact = boundBy(classes, rows, duals, scale);
  // Most dual values are simple, and the solver's last digits are not.
  const rounded = boundBy(classes, rows, duals, 1_000_000n);
  if (exact === null || rounded === null) return null;
  return (exact < rounded ? exact : rounded) as Micros;
}

function boundBy(
  classes: readonly Pick<SpendClass, "maximum">[],
  rows: readonly LimitRow[],
  duals: readonly number[],
  precision: bigint,
): bigint | null {
  // The price of an amount is a fraction; that of a spend is in millionths of USD.
  const prices = rows.map(({ unit }, row) => {
    const dual = duals[row] ?? 0;
    const usable = Number.isFinite(dual) && dual > 0 ? Math.min(dual, 1e9) : 0;
    const digits = Number(precision);
    return unit === "amount"
      ? BigInt(Math.round(usable * digits)) * (scale / precision)
      : BigInt(Math.round(usable * unitsPerDollar)) * scale;
  });
  const rowsOf = classes.map((): number[] => []);
  for (const [row, { classes: counted }] of rows.entries()) {
    for (const index of counted) rowsOf[index]?.push(row);
  }
  for (const [index, { maximum }] of classes.entries()) {
    const own = rowsOf[index] ?? [];
    const missing = scale * maximum - valueOf(own, rows, prices, maximum);
    if (missing <= 0n) continue;
    const cheapest = cheapestOf(own, rows, maximum);
    if (cheapest === undefined) return null;
    const isAmount = rows[cheapest]?.unit === "amount";
    const raised = isAmount ? (missing + maximum - 1n) / maximum : missing;
    prices[cheapest] = (prices[cheapest] ?? 0n) + raised;
  }
  const total = rows.reduce((sum, row, index) => sum + row.maximum * (prices[index] ?? 0n), 0n);
  return (total + scale - 1n) / scale;
}

/** The price of the largest spend of a class. */
function valueOf(
  own: readonly number[],
  rows: readonly LimitRow[],
  prices: readonly bigint[],
  maximum: bigint,
): bigint {
  return own.reduce((sum, row) => {
    const price = prices[row] ?? 0n;
    return sum + (rows[row]?.unit === "amount" ? price * maximum : price);
  }, 0n);
}

/** The row that raises the bound the least per largest spend. */
function cheapestOf(
  own: readonly number[],
  rows: readonly LimitRow[],
  maximum: bigint,
): number | undefined {
  const costOf = (row: number): bigint => {
    const { unit, maximum: most } = rows[row] ?? { unit: "amount", maximum: 0n };
    return unit === "amount" ? most : most * maximum;
  };
  return own.toSorted((one, other) => (costOf(one) < costOf(other) ? -1 : 1))[0];
}
