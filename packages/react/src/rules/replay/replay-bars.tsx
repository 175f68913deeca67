import { type ReactNode, useId } from "react";
import { formatUsd, shareOf, usdAfter } from "../../format/usd.ts";
import { vendorText } from "../../inbox/quote-text.ts";
import type { ReplayGroup } from "./replay-text.ts";
import styles from "./replay.module.css";

interface ReplayBarsProps {
  readonly title: string;
  readonly groups: readonly ReplayGroup[];
}

const shown = 10;

/** Bars of approved amounts, actual and under the draft. */
export function ReplayBars(props: ReplayBarsProps): ReactNode {
  const { title } = props;
  const id = useId();
  const groups = props.groups.filter((group) => group.beforeUsd > 0 || group.ifAllUsd > 0);
  const largest = Math.max(0, ...groups.flatMap((group) => [group.beforeUsd, group.ifAllUsd]));
  if (groups.length === 0) return null;
  return (
    <figure className={styles.group} aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <ul>
        {groups.slice(0, shown).map((group) => (
          <li key={group.id}>
            <p className={styles.groupName}>
              <bdi>{vendorText({ vendor: group.name ?? "Erased vendor" })}</bdi>
              {group.changed > 0 && <span className={styles.changed}>{group.changed} changed</span>}
            </p>
            <Bar label="Actual" amount={formatUsd(group.beforeUsd)}>
              <span style={{ inlineSize: percent(group.beforeUsd, largest) }} data-part="before" />
            </Bar>
            <Bar label="Draft" amount={draftText(group)}>
              <span style={{ inlineSize: percent(group.ifNoneUsd, largest) }} data-part="after" />
              <span
                style={{ inlineSize: percent(usdAfter(group.ifAllUsd, group.ifNoneUsd), largest) }}
                data-part="waits"
              />
            </Bar>
          </li>
        ))}
      </ul>
      {groups.length > shown && (
        <p className="at-soft at-small">{groups.length - shown} more with smaller differences</p>
      )}
    </figure>
  );
}

interface BarProps {
  readonly label: string;
  readonly amount: string;
  readonly children: ReactNode;
}

function Bar({ label, amount, children }: BarProps): ReactNode {
  return (
    <div className={styles.line}>
      <span className="at-soft">{label}</span>
      <span className={styles.bar} aria-hidden="true">
        {children}
      </span>
      <span className="at-number">{amount}</span>
    </div>
  );
}

function draftText({ ifNoneUsd, ifAllUsd }: ReplayGroup): string {
  return ifNoneUsd === ifAllUsd
    ? formatUsd(ifAllUsd)
    : `${formatUsd(ifNoneUsd)} to ${formatUsd(ifAllUsd)}`;
}

function percent(amountUsd: number, largest: number): string {
  return `${shareOf(amountUsd, largest) * 100}%`;
}
