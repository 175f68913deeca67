export type {
  WrittenRuleSet,
  WrittenRule,
  WrittenUsd,
  WrittenCategories,
  WrittenCondition,
  WrittenNames,
  WrittenVendors,
  WrittenAmounts,
  WrittenAction,
  WrittenRequirement,
  WrittenLimit,
  WrittenWindow,
} from "@agent-treasury/contract";
