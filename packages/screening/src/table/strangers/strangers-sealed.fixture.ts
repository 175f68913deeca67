// Sealed: these rows are only counted. Whoever chooses words for the gate never reads or prints them.

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

/** Purchases by a hand that did not know the gate's words: the half that is only counted. */
export const strangersSealed: readonly PurchaseGroup[] = [
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
