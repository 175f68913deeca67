import type { Plugin } from "@oxlint/plugins";
import { coreDirections } from "./rules/core-directions.ts";
import { moneyArithmetic } from "./rules/money-arithmetic.ts";
import { noModuleState } from "./rules/no-module-state.ts";
import { noNodeImports } from "./rules/no-node-imports.ts";
import { packageDirections } from "./rules/package-directions.ts";

const plugin: Plugin = {
  meta: { name: "treasury" },
  rules: {
    "core-directions": coreDirections,
    "money-arithmetic": moneyArithmetic,
    "no-module-state": noModuleState,
    "no-node-imports": noNodeImports,
    "package-directions": packageDirections,
  },
};

export default plugin;
