import { allocationRows } from "./allocation-rows.ts";
import { approvalRows } from "./approval-rows.ts";
import { comparisonRows } from "./comparison-rows.ts";
import { conditionRows } from "./condition-rows.ts";
import { limitRows } from "./limit-rows.ts";
import { publicationRows } from "./publication-rows.ts";
import type { RuleRow } from "./rule-row.ts";
import { velocityRows } from "./velocity-rows.ts";
import { windowRows } from "./window-rows.ts";

export const ruleRows: readonly RuleRow[] = [
  ...limitRows,
  ...windowRows,
  ...velocityRows,
  ...conditionRows,
  ...comparisonRows,
  ...approvalRows,
  ...allocationRows,
  ...publicationRows,
];

/** Each rule type with the title of the test that shows it. */
export const ruleTable: readonly Pick<RuleRow, "type" | "title">[] = ruleRows.map(
  ({ type, title }) => ({ type, title }),
);
