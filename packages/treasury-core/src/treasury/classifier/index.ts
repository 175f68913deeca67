import type { Feature } from "../feature.ts";
import { judgeGuard, silenceGuard } from "./judge-guards.ts";

export const screeningFeature: Feature = {
  name: "screening",
  guards: [judgeGuard, silenceGuard],
};
