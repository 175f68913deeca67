// Sealed: rows that are counted but not read or printed while terms are chosen.

import type { PurchaseGroup } from "../purchase-group.fixture.ts";
import { adultServicesSealed } from "./adult-services-sealed.fixture.ts";
import { drugsSealed } from "./drugs-sealed.fixture.ts";
import { everydayBusinessSealed } from "./everyday-business-sealed.fixture.ts";
import { everydaySoftwareSealed } from "./everyday-software-sealed.fixture.ts";
import { forAPersonSealed } from "./for-a-person-sealed.fixture.ts";
import { fraudSealed } from "./fraud-sealed.fixture.ts";
import { gamblingSealed } from "./gambling-sealed.fixture.ts";
import { harmSealed } from "./harm-sealed.fixture.ts";
import { intrusionSealed } from "./intrusion-sealed.fixture.ts";
import { launderingSealed } from "./laundering-sealed.fixture.ts";
import { otherLanguagesSealed } from "./other-languages-sealed.fixture.ts";
import { piracySealed } from "./piracy-sealed.fixture.ts";
import { weaponsSealed } from "./weapons-sealed.fixture.ts";

/** The held-out set by an independent author: the sealed half. */
export const independentSealed: readonly PurchaseGroup[] = [
  weaponsSealed,
  drugsSealed,
  fraudSealed,
  launderingSealed,
  intrusionSealed,
  piracySealed,
  harmSealed,
  adultServicesSealed,
  gamblingSealed,
  forAPersonSealed,
  otherLanguagesSealed,
  everydaySoftwareSealed,
  everydayBusinessSealed,
];
