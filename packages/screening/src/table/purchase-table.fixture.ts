import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ScreeningInput } from "../screening-rules.ts";
import { adultServices, gambling } from "./adult-and-gambling.fixture.ts";
import { afterwards } from "./afterwards.fixture.ts";
import { drugs } from "./drugs.fixture.ts";
import { everydayBusiness } from "./everyday-business.fixture.ts";
import { everydaySoftware } from "./everyday-software.fixture.ts";
import { everydayUnseen } from "./everyday-unseen.fixture.ts";
import { forAPerson } from "./for-a-person.fixture.ts";
import { fraud } from "./fraud.fixture.ts";
import { harm } from "./harm.fixture.ts";
import { intrusion } from "./intrusion.fixture.ts";
import { laundering } from "./laundering.fixture.ts";
import { ordinaryGoods } from "./ordinary-goods.fixture.ts";
import { otherLanguages } from "./other-languages.fixture.ts";
import { otherWords } from "./other-words.fixture.ts";
import { piracy } from "./piracy.fixture.ts";
import { plainlySaid } from "./plainly-said.fixture.ts";
import type { PurchaseGroup } from "./purchase-group.fixture.ts";
import { weapons } from "./weapons.fixture.ts";

/** A row of the table by which the gate is measured. */
export interface MeasuredPurchase {
  readonly kind: string;
  readonly prohibited: boolean;
  /** Belongs to the half that nobody looks at while the gate's words are chosen. */
  readonly heldOut: boolean;
  readonly spend: ScreeningInput;
}

const groups: readonly PurchaseGroup[] = [
  weapons,
  drugs,
  fraud,
  laundering,
  intrusion,
  piracy,
  harm,
  adultServices,
  gambling,
  forAPerson,
  otherLanguages,
  otherWords,
  everydaySoftware,
  everydayBusiness,
];

/** Every purchase that the gate is measured by, in the order of FIGURES.md. */
export const purchaseTable: readonly MeasuredPurchase[] = groups.flatMap(rowsOf);

/** The rows of a group. */
export function rowsOf({
  kind,
  prohibited = [],
  ordinary = [],
}: PurchaseGroup): MeasuredPurchase[] {
  return [
    ...prohibited.map((spend) => measured(kind, true, spend)),
    ...ordinary.map((spend) => measured(kind, false, spend)),
  ];
}

function measured(kind: string, prohibited: boolean, spend: ScreeningInput): MeasuredPurchase {
  return { kind, prohibited, heldOut: isHeldOut(spend), spend };
}

/** The first bit of the text's SHA-256, so that nobody chose which half a row is in. */
export function isHeldOut({ vendor, purpose }: ScreeningInput): boolean {
  return (
    Number.parseInt(bytesToHex(sha256(utf8ToBytes(`${vendor}\n${purpose}`))).slice(0, 1), 16) >= 8
  );
}

/** Ordinary purchases, written before the terms were chosen again for them. */
export const ordinaryGoodsTable: readonly MeasuredPurchase[] = rowsOf(ordinaryGoods);

/** Everyday purchases that no term was chosen by. */
export const everydayTable: readonly MeasuredPurchase[] = rowsOf(everydayUnseen);

/** Purchases that were written when the gate's words had been chosen for the first time. */
export const purchasesAfterwards: readonly MeasuredPurchase[] = rowsOf(afterwards);

/** Purchases that were written when they had been chosen for the second time. */
export const purchasesPlainlySaid: readonly MeasuredPurchase[] = rowsOf(plainlySaid);
