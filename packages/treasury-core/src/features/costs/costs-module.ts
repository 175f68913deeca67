import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { readCosts } from "./read-costs.ts";

export function costsModule(engine: Engine): CoreModule {
  return {
    routes: { readCosts: { run: (input) => readCosts(engine, input) } },
  };
}
