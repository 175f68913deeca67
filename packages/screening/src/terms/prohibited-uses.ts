import { adultServices } from "./uses/adult-services.ts";
import { ambiguousWords } from "./uses/ambiguous-words.ts";
import { arrangedMoney } from "./uses/arranged-money.ts";
import { attacks } from "./uses/attacks.ts";
import { bladesAndBombs } from "./uses/blades-and-bombs.ts";
import { bribes } from "./uses/bribes.ts";
import { cashEquivalents } from "./uses/cash-equivalents.ts";
import { controlledGoods } from "./uses/controlled-goods.ts";
import { deceit } from "./uses/deceit.ts";
import { doubtfulTerms } from "./uses/doubtful-terms.ts";
import { drugs } from "./uses/drugs.ts";
import { evasion } from "./uses/evasion.ts";
import { exploitation } from "./uses/exploitation.ts";
import { falseAppearances } from "./uses/false-appearances.ts";
import { firearms } from "./uses/firearms.ts";
import { forgeries } from "./uses/forgeries.ts";
import { gambling } from "./uses/gambling.ts";
import { hiddenMoney } from "./uses/hidden-money.ts";
import { inEasternLanguages } from "./uses/in-eastern-languages.ts";
import { inWesternLanguages } from "./uses/in-western-languages.ts";
import { nature } from "./uses/nature.ts";
import { othersDevices } from "./uses/others-devices.ts";
import { partiesAndOfficials } from "./uses/parties-and-officials.ts";
import { piracy } from "./uses/piracy.ts";
import { pressure } from "./uses/pressure.ts";
import type { ProhibitedUse } from "./uses/prohibited-use.ts";
import { sanctions } from "./uses/sanctions.ts";
import { spying } from "./uses/spying.ts";
import { stolenGoods } from "./uses/stolen-goods.ts";
import { violence } from "./uses/violence.ts";
import { aboutASpouse, watchingPeople } from "./uses/watching-people.ts";
export type { ProhibitedUse } from "./uses/prohibited-use.ts";

/** The built-in prohibited uses. */
export const prohibitedUses: readonly ProhibitedUse[] = [
  firearms,
  bladesAndBombs,
  ...drugs,
  forgeries,
  stolenGoods,
  ...deceit,
  falseAppearances,
  hiddenMoney,
  arrangedMoney,
  sanctions,
  bribes,
  attacks,
  othersDevices,
  spying,
  ...piracy,
  violence,
  pressure,
  ...exploitation,
  nature,
  ...adultServices,
  ...gambling,
  ...inWesternLanguages,
  ...inEasternLanguages,
  ...cashEquivalents,
  ...controlledGoods,
  watchingPeople,
  aboutASpouse,
  partiesAndOfficials,
  doubtfulTerms,
  evasion,
  ambiguousWords,
];
