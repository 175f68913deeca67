// Sealed: rows that are counted but not read or printed while terms are chosen.

import type { PurchaseGroup } from "../purchase-group.fixture.ts";
import { adultServicesHeldOut } from "./adult-services-held-out.fixture.ts";
import { drugsHeldOut } from "./drugs-held-out.fixture.ts";
import { everydayBusinessHeldOut } from "./everyday-business-held-out.fixture.ts";
import { everydaySoftwareHeldOut } from "./everyday-software-held-out.fixture.ts";
import { forAPersonHeldOut } from "./for-a-person-held-out.fixture.ts";
import { fraudHeldOut } from "./fraud-held-out.fixture.ts";
import { gamblingHeldOut } from "./gambling-held-out.fixture.ts";
import { harmHeldOut } from "./harm-held-out.fixture.ts";
import { intrusionHeldOut } from "./intrusion-held-out.fixture.ts";
import { launderingHeldOut } from "./laundering-held-out.fixture.ts";
import { otherLanguagesHeldOut } from "./other-languages-held-out.fixture.ts";
import { piracyHeldOut } from "./piracy-held-out.fixture.ts";
import { weaponsHeldOut } from "./weapons-held-out.fixture.ts";

/** The held-out set by an independent author: the sealed half. */
export const independentHeldOut: readonly PurchaseGroup[] = [
  weaponsHeldOut,
  drugsHeldOut,
  fraudHeldOut,
  launderingHeldOut,
  intrusionHeldOut,
  piracyHeldOut,
  harmHeldOut,
  adultServicesHeldOut,
  gamblingHeldOut,
  forAPersonHeldOut,
  otherLanguagesHeldOut,
  everydaySoftwareHeldOut,
  everydayBusinessHeldOut,
];
