import type { ExplanationItem } from "@agent-treasury/sdk-client";
import { Ban, CircleAlert, CircleCheck, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { CodeText } from "../parts/code-text.tsx";
import iconList from "../parts/icon-list.module.css";
import styles from "./explanation.module.css";

interface ExplanationProps {
  readonly items: readonly ExplanationItem[];
}

/** The rules that applied to a spend, the decisive ones first. */
export function Explanation({ items }: ExplanationProps): ReactNode {
  const sorted = items.toSorted((one, other) => order(one) - order(other));
  return (
    <ul className={`${iconList.list} ${styles.list}`} aria-label="Rules">
      {sorted.map((item, index) => {
        const Icon = icons[item.effect];
        return (
          <li key={`${item.rule}-${index}`} data-effect={item.effect}>
            <Icon size={14} aria-hidden="true" />
            <span>
              <CodeText text={item.text} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function order({ effect }: ExplanationItem): number {
  return Object.keys(icons).indexOf(effect);
}

/** In the order in which effects are shown. */
const icons = {
  deny: Ban,
  review: CircleAlert,
  require: UsersRound,
  approve: CircleCheck,
  pass: CircleCheck,
} as const;
