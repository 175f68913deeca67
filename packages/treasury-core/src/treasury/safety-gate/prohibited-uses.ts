import { adultServices } from "./uses/adult-services.ts";
import { arms } from "./uses/arms.ts";
import { drugs } from "./uses/drugs.ts";
import { forAPerson } from "./uses/for-a-person.ts";
import { fraud } from "./uses/fraud.ts";
import { gambling } from "./uses/gambling.ts";
import { harm } from "./uses/harm.ts";
import { inOtherLanguages } from "./uses/in-other-languages.ts";
import { intrusion } from "./uses/intrusion.ts";
import { laundering } from "./uses/laundering.ts";
import { piracy } from "./uses/piracy.ts";
import type { ProhibitedUse } from "./uses/prohibited-use.ts";
import { violence } from "./uses/violence.ts";
import { weapons } from "./uses/weapons.ts";

export type { ProhibitedUse } from "./uses/prohibited-use.ts";

/** What the gate looks for by itself. A deployment adds its own. */
export const prohibitedUses: readonly ProhibitedUse[] = [
  ...weapons,
  ...arms,
  ...drugs,
  ...fraud,
  ...laundering,
  ...intrusion,
  ...piracy,
  ...harm,
  ...violence,
  ...adultServices,
  ...gambling,
  ...inOtherLanguages,
  ...forAPerson,
];
