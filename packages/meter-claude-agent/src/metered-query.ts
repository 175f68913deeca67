import type { MeterOptions, MeterTabs } from "@agent-treasury/meter-openai";
import { reserveAmount } from "@agent-treasury/meter-openai/helpers";
import { Micros } from "@agent-treasury/provider";
import { amountFromUsd, checkOptions, limitFromUsd } from "@agent-treasury/provider/helpers";
import type { SDKMessage, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";

/** `treasury.tabs`, or `client.tabs` over HTTP. */
export interface ReadableTabs extends MeterTabs {
  read(input: {
    readonly workspaceId?: string;
    readonly tabId: string;
  }): Promise<{ readonly tab: { readonly leftUsd: number } }>;
}

export interface ClaudeMeterOptions extends Pick<
  MeterOptions,
  "workspaceId" | "tabId" | "onUnsettled"
> {
  readonly tabs: ReadableTabs;
  /** What to reserve for the query, in USD. Default: what the tab has left. */
  readonly maximumUsd?: number;
  /**
   * `total_cost_usd` of the last result of a session that the query resumes, because the SDK adds
   * to it. Default: 0.
   */
  readonly sessionCostUsd?: number;
  /** Seconds in which the query ends. Its reservation then counts as charged. Default: 3600. */
  readonly seconds?: number;
}

/** Starts a query with this `maxBudgetUsd`. */
type StartQuery = (maxBudgetUsd: number) => AsyncIterable<SDKMessage>;

const anHour = 3_600;

/**
 * Runs a query of the Claude Agent SDK, charges it to a tab, and yields its messages.
 *
 * It reserves an amount, starts the query with this amount as `maxBudgetUsd`, and settles what the
 * results of the query report. A query without a last result counts as its reservation.
 *
 * @throws TreasuryError `invalid_request` for an unknown option. The messages reject with the error
 * of the treasury if it refuses the reservation. The query is then not started.
 * @example
 * ```ts
 * import { query } from "@anthropic-ai/claude-agent-sdk";
 *
 * const start = (maxBudgetUsd: number) => query({ prompt: "Draft it.", options: { maxBudgetUsd } });
 * for await (const message of meteredQuery(start, { tabs: treasury.tabs, tabId })) {
 *   if (message.type === "result") console.log(message.total_cost_usd);
 * }
 * ```
 */
export function meteredQuery(
  start: StartQuery,
  options: ClaudeMeterOptions,
): AsyncGenerator<SDKMessage, void> {
  checkOptions("meteredQuery", options, {
    tabs: true,
    workspaceId: true,
    tabId: true,
    maximumUsd: true,
    sessionCostUsd: true,
    seconds: true,
    onUnsettled: true,
  });
  return charged(start, options);
}

async function* charged(
  start: StartQuery,
  options: ClaudeMeterOptions,
): AsyncGenerator<SDKMessage, void> {
  const { maximumUsd, sessionCostUsd = 0, seconds = anHour, ...meter } = options;
  const cost = new QueryCost(limitFromUsd(sessionCostUsd, "sessionCostUsd"));
  const reservedMicros =
    maximumUsd === undefined ? await leftOn(meter) : amountFromUsd(maximumUsd, "maximumUsd");
  const charge = await reserveAmount(reservedMicros, cost.model, { ...meter, seconds });
  try {
    for await (const message of start(Micros.toUsd(reservedMicros))) {
      cost.see(message);
      yield message;
    }
    cost.end();
  } finally {
    await (cost.isFree ? charge.cancel() : charge.settle(cost.micros(reservedMicros), cost.model));
  }
}

async function leftOn({ tabs, workspaceId, tabId }: ClaudeMeterOptions): Promise<Micros> {
  const { tab } = await tabs.read({ tabId, ...(workspaceId !== undefined && { workspaceId }) });
  // A tab without a rest refuses this, with its reason.
  return Micros.max(limitFromUsd(tab.leftUsd, "leftUsd"), Micros.of(1n));
}

/** The cost of a query by the totals of its results. */
class QueryCost {
  model = "claude-agent-sdk";
  /** Whether the binary failed before it called a model, which it does after its first report. */
  isFree = false;
  #hasBegun = false;
  #sumMicros: Micros = Micros.zero;
  /** The session whose total is the last one. */
  #sessionId: string | null = null;
  #totalMicros: Micros;
  #last: SDKResultMessage | null = null;
  #isOver = false;

  constructor(sessionMicros: Micros) {
    this.#totalMicros = sessionMicros;
  }

  see(message: SDKMessage): void {
    this.#isOver = message.type === "result";
    if (message.type === "system" && message.subtype === "init") {
      this.model = message.model;
      this.#hasBegun = true;
      this.#sessionId ??= message.session_id;
    }
    if (message.type !== "result") return;
    const totalMicros = microsOf(message.total_cost_usd);
    this.#sessionId ??= message.session_id;
    // The SDK begins another session at zero when a conversation is cleared.
    const isAnew = this.#sessionId !== message.session_id || totalMicros < this.#totalMicros;
    const added = isAnew ? totalMicros : totalMicros - this.#totalMicros;
    this.#sumMicros = Micros.add(this.#sumMicros, Micros.of(added));
    this.#totalMicros = totalMicros;
    this.#sessionId = message.session_id;
    this.#last = message;
    const hasFailed = message.subtype === "error_during_execution";
    this.isFree = hasFailed && !this.#hasBegun && this.#sumMicros === Micros.zero;
  }

  /** Only after the end of all messages, others can follow the last result. */
  end(): void {
    this.#isOver = this.#last !== null;
  }

  /** The reservation at least, unless the cost is known. */
  micros(reservedMicros: Micros): Micros {
    const isKnown = this.#isOver && this.#last !== null && isReported(this.#last);
    return isKnown ? this.#sumMicros : Micros.max(this.#sumMicros, reservedMicros);
  }
}

/** Whether the totals of a result are those of all its calls, at prices that the SDK knows. */
function isReported({ subtype, modelUsage }: SDKResultMessage): boolean {
  return (
    // After a crash, they can be zero.
    subtype !== "error_during_execution" &&
    Object.values(modelUsage).every(({ costBasis }) => costBasis !== "unknown")
  );
}

/** Rounds up, beyond the digits in which a double differs from a sum of prices. */
function microsOf(cost: number): Micros {
  const billionths = BigInt(cost.toFixed(9).replace(".", ""));
  return Micros.of((billionths + 999n) / 1_000n);
}
