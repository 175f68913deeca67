import { defences } from "./harmless-phrases.ts";
import { listed } from "./listed.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

const forged =
  "(backdated|bogus|doctored|fabricated|fake|false|falsified|fictitious|forged|phony|sham)";

const papers = `(account*|authorisation*|authorization*|badge*|bank statement*|banknote*|birth|bills
  |certificate*
  |charit*|claim*|clearance|contract*|coupon*|credential*|degree*|diploma*|doctor s|document*|driver s|driving
  |drivers|employment|euro*|dollar*|dollars|expense*|follower*|id|identit*|invoice*|label*|letter*|licen*|likes
  |medical|notary|notes|number plate*|license plate*|papers|passport*|pay stub*|payroll|payslip*|permit*
  |prescription*|profile*|proof|rating*|receipt*|record*|reference*|report*|result*|review*|salar*|seal
  |signature*|stamp*|statement*|tax|test result*|testimonial*|ticket*|title deed*|transcript*|utility bill*
  |vaccin*|visa*|voucher*|w2|website*|wristband*)`;

const brands = `(adidas|airpods|balenciaga|barcelona|bmw|burberry|cartier|chanel|dior|disney|gucci|hermes
  |louis vuitton|lv|michael kors|moncler|nike|north face|patek|prada|ray ban
  |rolex|submariner|versace|yeezy*)`;

/** Forged papers and counterfeit goods. */
export const forgeries: ProhibitedUse = {
  category: "fraud",
  verdict: "blocked",
  reason: "The treasury does not pay for stolen, forged or fraudulent goods.",
  terms: listed(`
    ${forged} ... ${papers}, ${papers} ... (fabricated|fake|falsified|forged)
    (made up|invented|inflate*|phantom) & (claim*|damage*|deduction*|expense*|figures|hours|invoice*
    |mileage|payroll|payslip*|receipt*|reference*|revenue*|salar*|supplier*|timesheet*|turnover)
    counterfeit*, forger*, novelty id, scannable id, id that scan*, superdollar*
    blank (passport*|social security|certificates with), social security cards
    (clone*|cloned|copied|swap*) ... (number plate*|license plate*|licence plate*)
    vin (clon*|plate*|sticker*|swap*)
    (duplicate|replica) ... notary, (company|court|official) stamp (duplicate|replica)
    (duplicate|replica) ... (company|court|official) stamp, (duplicate|replica) stamp of

    ${brands} & (aaa|bootleg*|copy|copies|fake*|imitation*|knock off*|knockoff*|look like|looks like|mirror
    |not the real|one to one|replica*|superclone*|to be sewn|unlicensed)
    (fake|imitation|knockoff|replica|superclone) ... (airbag*|bag|designer|handbag*|jersey*|perfume*|rolex*
    |sneaker*|watch*)
    (paintings|prints|art) signed as, provenance papers

    odometer* & (correct*|reset|rewind*|roll*|tamper*|turn*), mileage (blocker*|correct*|rollback*)
    (degree|diploma*|certificate*) ... never (earned|taken)
    (doctor s|sick) note* & (no examination|without)
  `),
  exceptions: listed(`
    counterfeit pen*, (counterfeit|fake|false) (banknote|bill|euro note|money|note) (check*|detect*|pen*|tester*), counterfeits of our own
    backdated (pay|raise|salar*)
    fake (book*|data|fur|plant*)
    false (alarm*|ceiling*|positive*|negative*), takedown* of counterfeit*
    (detect*|find) ... (fake|counterfeit)
    imitation leather, ${forged} ... (data*|detect*) api
  `).concat(defences),
};
