import type { Feature } from "../../kernel/feature.ts";
import { judgeGuard, silenceGuard } from "./judge-guards.ts";
import { textGuard } from "./text-guard.ts";

export const screeningFeature: Feature = {
  name: "screening",
  guards: [textGuard, judgeGuard, silenceGuard],
};
