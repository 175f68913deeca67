import type { ProhibitedUse } from "./prohibited-use.ts";

const gluePistols = ["a colle", "a peinture", "per colla", "a caldo", "de cola", "a spruzzo"]
  .concat(["de pegamento", "de silicona", "de pintura", "do kleju"])
  .flatMap((kind) => [`pistolet ${kind}`, `pistola ${kind}`, `pistolas ${kind}`]);

/** The plainest of what is blocked, in some of the languages that agents write. */
export const inOtherLanguages: readonly ProhibitedUse[] = [
  {
    category: "weapons",
    verdict: "blocked",
    reason: "Weapons, ammunition and explosives are not bought through the treasury.",
    terms: [
      ...["waffe", "waffen", "schusswaffe*", "gewehr*", "sturmgewehr*", "munition", "patronen"],
      ...["sprengstoff*", "schalldämpfer", "handgranate*"],
      ...["arme à feu", "armes à feu", "fusil", "fusils", "munitions", "explosifs", "grenades"],
      ...["arma de fuego", "armas de fuego", "munición", "municiones", "escopeta*", "explosivos"],
      ...["arma da fuoco", "armi da fuoco", "munizioni", "fucile", "fucili", "esplosivi"],
      ...["arma de fogo", "armas de fogo", "munição", "espingarda*"],
      ...["vuurwapen*", "munitie", "geweer", "geweren", "explosieven"],
      ...["broń palna", "broń", "amunicja", "amunicji", "karabin*", "materiały wybuchowe"],
      ...["silah", "tabanca", "mühimmat", "vapen", "ammunition"],
      ...["пистолет*", "патроны", "оружие", "винтовк*", "автомат калашникова", "взрывчатк*"],
      ...["手枪", "步枪", "枪支", "子弹", "弹药", "炸药", "拳銃", "銃器", "弾薬", "爆薬"],
      ...["권총", "소총", "총기", "탄약", "폭발물", "مسدس", "بندقية", "ذخيرة", "متفجرات"],
    ],
    exceptions: [...gluePistols, "клеевой пистолет*"],
  },
  {
    category: "drugs",
    verdict: "blocked",
    reason: "Illegal drugs are not bought through the treasury.",
    terms: [
      ...["kokain", "heroin", "drogen", "rauschgift", "crystal meth"],
      ...["cocaïne", "de l'héroïne", "drogue", "drogues", "stupéfiants"],
      ...["cocaína", "heroína", "drogas ilegales", "metanfetamina*", "éxtasis"],
      ...["cocaina", "eroina", "droga", "droghe", "cocaïne", "harddrugs", "kokaina", "kokainy"],
      ...["narkotyki", "кокаин", "героин", "наркотик*", "метамфетамин"],
      ...["可卡因", "海洛因", "冰毒", "毒品", "コカイン", "ヘロイン", "覚醒剤"],
      ...["코카인", "헤로인", "필로폰", "마약", "كوكايين", "هيروين", "مخدرات"],
    ],
  },
  {
    category: "fraud",
    verdict: "blocked",
    reason: "Stolen, forged or fraudulent goods are not bought through the treasury.",
    terms: [
      ...["gefälscht*", "falschgeld", "gestohlene*", "faux passeport*", "faux papiers"],
      ...["fausse monnaie", "faux billets", "faux permis", "carte volée", "cartes volées"],
      ...["pasaporte falso", "pasaportes falsos", "licencia falsa", "billetes falsos"],
      ...["dinero falso", "facturas falsas", "tarjetas robadas", "dinheiro falso"],
      ...["notas falsas", "passaporte falso", "cartões roubados", "passaporto falso"],
      ...["documenti falsi", "soldi falsi", "banconote false", "vals paspoort", "vals geld"],
      ...["fałszywy paszport", "fałszywe pieniądze", "поддельн*", "фальшив*", "краденые карты"],
      ...["假护照", "假钞", "假币", "假证", "偽造", "偽札", "위조", "جواز سفر مزور", "نقود مزورة"],
    ],
    exceptions: ["falschgeldprüfer", "falschgelderkennung", "偽造防止"],
  },
  {
    category: "laundering",
    verdict: "blocked",
    reason: "Hiding where money comes from or goes is not something the treasury pays for.",
    terms: [
      ...["geldwäsche", "schmiergeld*", "bestechung*", "blanchiment d'argent", "pot de vin"],
      ...["pots de vin", "lavado de dinero", "blanqueo de dinero", "blanqueo de capitales"],
      ...["soborno*", "lavagem de dinheiro", "suborno*", "riciclaggio", "tangente", "tangenti"],
      ...["witwassen", "steekpenningen", "pranie pieniędzy", "łapówk*", "отмывание денег"],
      ...["взятк*", "洗钱", "贿赂", "資金洗浄", "賄賂", "돈세탁", "뇌물", "غسيل الأموال", "رشوة"],
    ],
    exceptions: [
      ...["geldwäsche prävention", "geldwäscheprävention", "geldwäschegesetz*"],
      ...["lutte contre le blanchiment d'argent", "contra el lavado de dinero", "反洗钱"],
      ...["prevención del blanqueo de capitales", "antiriciclaggio", "anti witwassen"],
    ],
  },
  {
    category: "intrusion",
    verdict: "blocked",
    reason: "Attacks on computers of others are not something the treasury pays for.",
    terms: [
      ...["schadsoftware", "pirater", "piratage", "hackear", "hackeo", "hacken", "взлом*"],
      ...["вредоносн*", "黑客攻击", "勒索软件", "ハッキング", "해킹", "اختراق"],
    ],
    exceptions: ["schutz vor schadsoftware", "schadsoftware schutz", "взломостойк*"],
  },
  {
    category: "harm",
    verdict: "blocked",
    reason: "Harm to people is not something the treasury pays for.",
    terms: [
      ...["auftragsmord*", "auftragskiller*", "menschenhandel", "tueur à gages", "sicario*"],
      ...["asesino a sueldo", "matar a", "assassino di", "assassino de aluguel", "killer su"],
      ...["huurmoordenaar*", "płatny zabójca", "наемный убийца", "убийство", "雇凶杀人", "杀手"],
      ...["殺し屋", "청부살인", "قاتل مأجور"],
    ],
    exceptions: ["gegen menschenhandel"],
  },
];
