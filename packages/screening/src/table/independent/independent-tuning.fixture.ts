import type { PurchaseGroup } from "../purchase-group.fixture.ts";
import { adultServicesTuning } from "./adult-services-tuning.fixture.ts";
import { drugsTuning } from "./drugs-tuning.fixture.ts";
import { everydayBusinessTuning } from "./everyday-business-tuning.fixture.ts";
import { everydaySoftwareTuning } from "./everyday-software-tuning.fixture.ts";
import { forAPersonTuning } from "./for-a-person-tuning.fixture.ts";
import { fraudTuning } from "./fraud-tuning.fixture.ts";
import { gamblingTuning } from "./gambling-tuning.fixture.ts";
import { harmTuning } from "./harm-tuning.fixture.ts";
import { intrusionTuning } from "./intrusion-tuning.fixture.ts";
import { launderingTuning } from "./laundering-tuning.fixture.ts";
import { otherLanguagesTuning } from "./other-languages-tuning.fixture.ts";
import { piracyTuning } from "./piracy-tuning.fixture.ts";
import { weaponsTuning } from "./weapons-tuning.fixture.ts";

/** The held-out set by an independent author: the half that terms may be chosen by. */
export const independentTuning: readonly PurchaseGroup[] = [
  weaponsTuning,
  drugsTuning,
  fraudTuning,
  launderingTuning,
  intrusionTuning,
  piracyTuning,
  harmTuning,
  adultServicesTuning,
  gamblingTuning,
  forAPersonTuning,
  otherLanguagesTuning,
  everydaySoftwareTuning,
  everydayBusinessTuning,
];
