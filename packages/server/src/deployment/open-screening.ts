import type { Judge } from "@agent-treasury/provider";
import type { ScreeningOptions, TreasuryOptions } from "@agent-treasury/treasury-core";
import type { SafetySetting, Settings } from "../settings/settings.ts";
import { openSafety } from "./open-models.ts";

/** Options that take precedence over the environment. */
type Overrides = Partial<Pick<TreasuryOptions, "screening" | "model">>;

/** The options of screening, and the judge's description. Null without a judge. */
export async function openScreening(
  settings: Settings,
  overrides: Overrides,
): Promise<{ readonly screening: ScreeningOptions; readonly judge: string | null }> {
  const setting = overrides.screening?.judge === undefined ? judgeOf(settings, overrides) : null;
  const judge = overrides.screening?.judge ?? (await openSafety({ ...settings, safety: setting }));
  const screening: ScreeningOptions = {
    onSilence: settings.safetyOnSilence,
    ...(setting?.isDefault && { judgeAsks: "automatic" }),
    ...overrides.screening,
    ...(judge && { judge }),
  };
  return { screening, judge: describeJudge(judge, setting, screening) };
}

/** A model passed in code is not used for screening by default. */
function judgeOf({ safety }: Settings, { model }: Overrides): SafetySetting | null {
  return safety?.isDefault && model !== undefined ? null : safety;
}

function describeJudge(
  judge: Judge | null,
  setting: SafetySetting | null,
  { onSilence }: Pick<ScreeningOptions, "onSilence">,
): string | null {
  if (judge === null) return null;
  const name = `${judge.provider}: ${judge.modelId}`;
  const scope = setting?.isDefault ? ", for automatic approvals" : "";
  const silence = onSilence === "screening" ? ", the rules alone if it does not answer" : "";
  return `${name}${scope}${silence}`;
}
