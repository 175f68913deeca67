import { listed } from "./listed.ts";

const before = `(anti|against|contra|contre|gegen|tegen|schutz vor|avoid|combat|combating|\
counter|detect|detecting|fight|fighting|prevent|\
preventing|protect from|protection from|recognise|recognize|simulated|spot|spotting|stop|stopping)`;

const after = `(alert*|analysis|assessment*|audit*|awareness|blocker*|blocking|check|checks|cleanup|clearance|compliance|conference*|\
counsel*|crisis|exercise*|defence*|defense*|detect*|filter*|guard*|helpline*|incident*|insurance|intelligence|\
mitigation|moderation|monitor*|prevent*|protect*|recovery|reduction|remediation|remov*|report*|research|response|\
regulat*|risk*|scan*|scoring|screening|shield*|simulat*|takedown*|test strip*|table top|tabletop|test kit*|tests|training|victim*)`;

/** What a defence protects: stolen-device tracking, spoofed e-mail protection. */
const attacked = `(code|credential*|device*|e mail*|email*|laptop*|login*|message*|page*|phone*|site*|traffic)`;

const drawn = `(asset*|clip art|icon*|model pack*|low poly|pixel art|poster*|prop|props|sound effect*|sprite*|sticker*|\
vinyl)`;

const told = `(article*|book*|course*|documentar*|exhibition*|film*|lecture*|museum|novel*|play|podcast*|report*|talk)`;

const named = `(association|bakery|bikes|boots|brewery|brewing|burger*|cafe|cakes|cathedral|clothing|coffee|conference|\
cycling|dental|engineers|exhibition|flooring|florist|foundation|golf|guild|gym|history|institute|jeans|kitchen|\
landscaping|law|library|museum|nutrition|orchestra|painting|pizza|plumbing|restaurant|roofing|shoes|skate|society|\
ski|sport*|theater|theatre|tribute|university|vineyard*|winery)`;

/** Phrases that mention a term, or a name that contains it. */
export const mentions: readonly string[] = [
  `${told} (about|on) ... {term}*`,
  "(history|insurance|protection|survey|treatment) (against|of) ... {term}*",
  `{term} ${named}`,
];

/** Phrases that sell protection from a term, or help after it. */
export const defences: readonly string[] = [
  `${before} {term}*`,
  `{term} ${after}`,
  `{term} ${attacked} ${after}`,
  "(survivors|victims) of {term}",
  ...mentions,
];

/** The same for some of a kind's words, where a word before others does not indicate a defence. */
export function defencesAgainst(...words: readonly string[]): string[] {
  const any = `(${words.map((word) => `${word}*`).join("|")})`;
  return [`${before} ${any}`, `${any} ${after}`];
}

/** Phrases that depict a term in drawings, print or games. */
export const depictions: readonly string[] = [
  `${drawn} ... {term}*`,
  `{term}* ... ${drawn}`,
  ...mentions,
];

/** Toys and props in the shape of a term: foam daggers, toy handcuffs. */
export const playthings: readonly string[] = [
  `(balloon|cardboard|cork|cosplay|costume|fancy dress|foam|inflatable|latex|lego|paintball|plush|pretend|prop|toy) {term}*`,
];

/** Tools and toys that are called a gun or a weapon. */
export const toolGuns: readonly string[] = [
  `(adhesive|air|air blow|airbrush|airless|barcode|blasting|blow|brad|bubble|bug|cable|cable tie|cap|cartridge|caulk|caulking
  |cleaning|confetti|cookie|cookie press|crimp|dart|desoldering|drench|drywall|duct tape|dust|dusting|ear piercing|electron
  |embroidery|fascia|foam|foam dart|framing|gas|gel|gene|glue|gravity feed|grease|grout|heat|hog ring|hose|hot air
  |hot glue|hot melt|hvlp|icing|impact|infrared|inventory|ion|ir|jerky|jet|label|labeling|labelling|laser|laser tag|light
  |lube|marinade|marking|massage|mastic|mig|mortar|muscle|nail|needle|nerf|oil|paint|pastry|percussion|piercing|pin
  |paintball|plasma|pop|potato|powder|powder coating|pressure washer|price|pricing|radar|rapid|ray|resin|rfid|rinse|rivet
  |riveting|roofing|rug tufting|salt|sand|sandblasting|scan|scanner|scanning|screw|sealant|sealing|silicone
  |smoking|snow|soap|soldering|solder|speed|spot welding|spray|spraying|squirt|staple|stapling|starter|starting|stud|suction
  |swirl|tack|tagger|tagging|tape|tattoo|temperature|texture|thermal|thermometer|tie|tie wire|tig|toy|t shirt|tufting
  |upholstery|wash|washing|water|weld|welding|wire wrap|wrapping|yarn|zip tie) gun*`,
  `(cap|costume|cosplay|fancy dress|foam|laser|lego|nerf|plastic|play|plush|pretend|prop|rubber|soft|squirt|starter|starting|toy
  |water) (firearm*|gun*|handgun*|pistol*|revolver*|rifle*|shotgun*|weapon*)`,
  "gun* for (adhesive|caulk|foam|glue|grease|label*|nail*|paint|sealant|silicone|solder|staple*|tag*)",
];

/** Names and idioms that contain a firearm. */
export const namesOfArms: readonly string[] = listed(`
  pistolet (a colle|a peinture|do kleju|do malowania), pistola (per colla|a caldo|a spruzzo|de calor|de cola)
  pistola (de pegamento|de pintura|de silicona), pistolas de (pegamento|silicona|cola|agua)
  guns n roses, gun metal, gun shy, gun run, gun deck*, jump the gun, machine gun kelly, pistol grip*
  pistol squat*, revolver (door*|punch*|magazine subscription), rifle paper, rifle through, secret weapon*
  sex pistols, shotgun (house*|mic|mics|microphone*|software|start), smoking gun, tommy gun game, top gun
  under the gun, weapon of choice, weapon grade, weapon themed, weapons free, weapons grade
  weapons of math destruction, young guns, (gun|weapon) (control|free|violence)
  anti weapon*, (gun|weapon) detect*, beretta jacket*, mauser packaging, missile (command|crisis|map)
  pistola* (de clavos|de impacto|de salida|de pintar|de agua|de juguete|de cola quente|de pregos|dell acqua|ad acqua|sparachiodi)
  pistolet (a eau|de depart|a silicone|jouet|thermique), pistola per silicone
  gun (cabinet oil stain|dog training|lake)
`);
