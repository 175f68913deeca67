import type { Proposal } from "@agent-treasury/sdk-client";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatUsd, usdAfter, usdTogether } from "../format/usd.ts";
import type { SpendMoney } from "./spend-money.ts";
import styles from "./spend-effect.module.css";

/** The number of characters that fit into one line on a small phone. */
const longLine = 24;

interface SpendEffectProps {
  readonly proposal: Proposal;
  readonly treasury: SpendMoney;
}

/** The balance and the day's total before and after a spend. */
export function SpendEffect(props: SpendEffectProps): ReactNode {
  const { balanceUsd, heldUsd, budget } = props.treasury;
  const effect = effectOf(props);
  const [balance, balanceAfter] = [formatUsd(balanceUsd), formatUsd(effect.balanceAfterUsd)];
  const [today, todayAfter] = [formatUsd(effect.todayUsd), formatUsd(effect.todayAfterUsd)];
  const cap = formatUsd(budget.dailySpendCapUsd);
  const longest =
    Math.max(balance.length, today.length) +
    Math.max(balanceAfter.length, `${todayAfter} of ${cap}`.length);
  return (
    <div className={styles.effect}>
      <table className={styles.table} data-long={longest > longLine}>
        <caption className="at-hidden">Effect of this spend</caption>
        <thead className="at-hidden">
          <tr>
            <th scope="col">Of</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          <Change
            label="Balance"
            before={balance}
            after={balanceAfter}
            isOver={effect.drawsReserve}
          />
          <Change
            label={heldUsd > 0 ? "Today, including held" : "Today"}
            before={today}
            after={todayAfter}
            of={cap}
            isOver={effect.passesCap}
          />
        </tbody>
      </table>
    </div>
  );
}

/** Returns the limit because of which an approved spend would fail now. Null without one. */
export function spendObstacle(props: SpendEffectProps): string | null {
  const { drawsReserve, passesCap } = effectOf(props);
  const { minReserveUsd, dailySpendCapUsd } = props.treasury.budget;
  if (!drawsReserve && !passesCap) return null;
  const limit = drawsReserve
    ? `use the reserve of ${formatUsd(minReserveUsd)}`
    : `exceed today's cap of ${formatUsd(dailySpendCapUsd)}`;
  return `This spend would fail now, because it would ${limit}.`;
}

interface Effect {
  readonly balanceAfterUsd: number;
  readonly todayUsd: number;
  readonly todayAfterUsd: number;
  readonly drawsReserve: boolean;
  readonly passesCap: boolean;
}

function effectOf({ proposal, treasury }: SpendEffectProps): Effect {
  const amountUsd = proposal.approvedAmountUsd ?? proposal.amountUsd;
  const { balanceUsd, heldUsd, spentTodayUsd, budget } = treasury;
  const balanceAfterUsd = usdAfter(balanceUsd, amountUsd);
  // Held amounts count towards the day's cap, as in the check of the spend.
  const todayUsd = usdTogether(spentTodayUsd, heldUsd);
  const todayAfterUsd = usdTogether(todayUsd, amountUsd);
  return {
    balanceAfterUsd,
    todayUsd,
    todayAfterUsd,
    drawsReserve: usdAfter(balanceAfterUsd, heldUsd) < budget.minReserveUsd,
    passesCap: todayAfterUsd > budget.dailySpendCapUsd,
  };
}

interface ChangeProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly of?: string;
  readonly isOver: boolean;
}

function Change({ label, before, after, of, isOver }: ChangeProps): ReactNode {
  return (
    <tr data-over={isOver}>
      <th scope="row">{label}</th>
      <td>{before}</td>
      <td>
        <ArrowRight size={13} aria-hidden="true" />
        <strong>{after}</strong>
        {of !== undefined && <span className={styles.of}> of {of}</span>}
      </td>
    </tr>
  );
}
