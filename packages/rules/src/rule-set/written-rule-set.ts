export type {
  WrittenRuleSet,
  WrittenRule,
  WrittenUsd,
  WrittenCondition,
  WrittenVendors,
  WrittenAmounts,
  WrittenAction,
  WrittenRequirement,
  WrittenLimit,
  WrittenWindow,
} from "@agent-treasury/contract";
