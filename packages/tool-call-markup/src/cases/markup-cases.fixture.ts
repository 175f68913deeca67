import { callCases } from "./call-cases.fixture.ts";
import { jsonCases } from "./json-cases.fixture.ts";
import type { MarkupCase } from "./markup-case.fixture.ts";
import { responseCases } from "./response-cases.fixture.ts";
import { tagCases } from "./tag-cases.fixture.ts";
import { textCases } from "./text-cases.fixture.ts";
import { thoughtCases } from "./thought-cases.fixture.ts";

/** Observed and adversarial answers of models with their expected events. */
export const markupCases: readonly MarkupCase[] = [
  ...textCases,
  ...callCases,
  ...jsonCases,
  ...tagCases,
  ...thoughtCases,
  ...responseCases,
];
