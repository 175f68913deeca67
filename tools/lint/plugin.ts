import type { Plugin } from "@oxlint/plugins";
import { coreDirections } from "./rules/core-directions.ts";
import { linearPatterns } from "./rules/linear-patterns.ts";
import { moneyArithmetic } from "./rules/money-arithmetic.ts";
import { noModuleState } from "./rules/no-module-state.ts";
import { polledPage } from "./rules/polled-page.ts";
import { zodNamespace } from "./rules/zod-namespace.ts";

const plugin: Plugin = {
  meta: { name: "treasury" },
  rules: {
    "core-directions": coreDirections,
    "linear-patterns": linearPatterns,
    "money-arithmetic": moneyArithmetic,
    "no-module-state": noModuleState,
    "polled-page": polledPage,
    "zod-namespace": zodNamespace,
  },
};

export default plugin;
