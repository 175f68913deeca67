import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { ModuleWith } from "../../treasury.ts";
import { readCosts } from "./read-costs.ts";

export function costsModule(engine: Engine): ModuleWith<"costs"> {
  return {
    routes: { readCosts: { run: (input) => readCosts(engine, input) } },
    methods: {
      costs: async (request = {}) => readCosts(engine, parseInput("readCosts", request)),
    },
  };
}
