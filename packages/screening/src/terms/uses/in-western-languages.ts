import type { Language, ProhibitedUse } from "./prohibited-use.ts";
import { wordsByKind } from "./words-by-kind.ts";

const german = wordsByKind(
  {
    weapons: `*waffe, *waffen, *gewehr*, *munition, (jagd|scharfe|schuss) patronen, patronen ... (gewehr|jagd|kaliber|pistole|schuss*), (9mm|kaliber|schuss) ... patronen, patronen ... (9mm|9 mm|scharf), *sprengstoff*, *granaten
      schalldämpfer, schlagring*, springmesser`,
    drugs: `koks, haschisch, hasch, drogen, rauschgift, amphetamin, zauberpilze, ohne rezept, rezeptfrei
      (g|gramm|kilo) (gras|speed)`,
    fraud: `gefälscht*, falschgeld, gestohlen*, hehlerware, scheinrechnung*, gekaufte (bewertung*|follower*)
      (falsche|falschen|falscher|falsches) ... (ausweis*|bewertung*|diplom*|führerschein*|pass|rechnung*
      |zeugnis*)`,
    laundering: `geldwäsche, schwarzgeld*, schmiergeld*,
      *bestechung*, bestechen, steuerhinterziehung, strohmann*, briefkastenfirma*, scheinfirma*
      (am finanzamt|an der steuer) vorbei`,
    intrusion: `schadsoftware
      (account*|handy|konto|konten|mail*|postfach|server|telefoon|website|whatsapp) ... (gehackt|hacken)
      gehackte (accounts|konten), *ausspionieren, *ausspähen, abhören, abhörgerät*, trojaner`,
    piracy: `raubkopi*`,
    harm: `auftragsmord*, auftragskiller*, menschenhandel, entführ*, zusammenschlagen, verprügeln, erpress*
      vergiften, brandstiftung, kinderarbeit, elfenbein`,
    adult_services: `bordell*, prostituiert*, escortdame*, sexspielzeug
      stripperin*`,
    gambling: `glücksspiel*, sportwette*, lotterielos*, lottoschein*, wettbüro, wetteinsatz, spielautomat*
      spielbank`,
  },
  `geldwäsche prävention, geldwäscheprävention, geldwäschegesetz*, schadsoftware schutz
    patronen für ... drucker, tintenpatronen, falschgeld (erkennung|prüf*), falschgeldprüf*
    falschgelderkennung`,
);

const french = wordsByKind(
  {
    weapons: `arme, fusil, cartouches ... permis, et des cartouches, explosif*, silencieux pour`,
    drugs: `haschich, drogue, stupéfiant*, d'héroïne, de l'héroïne, sans ordonnance
      champignons hallucinogènes`,
    fraud: `(faux|fausse|fausses) ... (abonnés|avis|billet*|carte*|certificat*|diplôme*|document*|facture*
    |identité|monnaie|ordonnance*|papier*|passeport*|permis)
      (carte*|marchandise*|numéros|téléphone*|voiture*) ... (volé
      |volée), contrefaçon*, contrefait*, permis ... sans examen`,
    laundering: `blanchiment, blanchir ... argent, argent sale, caisse noire, pot de vin, pots de vin
      société écran, prête nom, fraude fiscale, travail au noir`,
    intrusion: `pirater, piratage, logiciel espion, espionner, rançongiciel`,
    piracy: `(films|logiciel*|musique) pirat*`,
    harm: `tueur à gages, faire tuer, tabasser, enlèvement de, chantage, empoisonner, trafic d'êtres humains
      défense d'éléphant`,
    adult_services: `prostitué*, bordel, maison close`,
    gambling: `paris sportifs, pari sportif, parier, jeux d'argent, jeton* ... casino, loterie, machine à sous`,
  },
  `lutte contre le blanchiment, faux (cils|col|cuir|filet|gazon|ongles|plafond)`,
);

const spanish = wordsByKind(
  {
    weapons: `arma, escopeta*, munición, granada de mano`,
    drugs: `cocaína, heroína, hachís, droga, éxtasis
      setas alucinógenas, sin receta`,
    fraud: `(billetes|carné|certificado*|diploma*|dinero|documentos|dni|facturas|identidad|licencia*
    |pasaporte*|reseñas|seguidores|título*) ... (falsa*|falso*)
      robado, robada, comprar (reseñas|seguidores)`,
    laundering: `lavado de dinero, lavar dinero, blanqueo de (capitales|dinero), dinero negro, soborn*
      testaferro*, empresa fantasma, evasión fiscal, evadir impuestos`,
    intrusion: `hackear, hackeo, espiar, programa espía`,
    piracy: `(películas|software) pirata*`,
    harm: `sicario*, asesino a sueldo, matar a, secuestr*, paliza, chantaje*, envenenar, trata de personas
      marfil`,
    adult_services: `puticlub, acompañante de lujo`,
    gambling: `apuesta*, apostar, fichas ... (casino|ruleta), lotería, tragaperras, tragamonedas`,
  },
  `prevención del blanqueo de capitales`,
);

const italian = wordsByKind(
  {
    weapons: `armi, fucile, fucili, munizioni, proiettili, esplosivi, tirapugni`,
    drugs: `eroina, droghe, anfetamin*, senza ricetta, funghi allucinogeni`,
    fraud: `(banconote|carta|certificat*|diplom*|document*|fatture|laurea|passaport*|patente|recensioni
    |soldi) ... (falsa|false|falsi|falso)
      rubat*, contraffatt*, comprare (follower|recensioni)`,
    laundering: `riciclaggio, riciclare ... denaro, tangente, tangenti, bustarell*, fondi neri, prestanome
      evasione fiscale, pagamento in nero`,
    intrusion: `hackerare, spiare, software spia`,
    harm: `assassino di, killer su, uccidere, rapire, picchiare, ricatto, avvelenare`,
    adult_services: `bordello`,
    gambling: `scommess*, scommettere, gioco d'azzardo, gratta e vinci, fiches ... casino`,
  },
  `antiriciclaggio, riciclaggio (carta|della plastica|rifiuti)`,
);

const portuguese = wordsByKind({
  weapons: `espingarda*, fuzil, munição, munições, explosivos`,
  drugs: `maconha, haxixe, lança perfume, sem receita`,
  fraud: `(atestado*|avaliações|carta|certificado*|cnh|dinheiro|diploma*|documento*|notas|passaporte*
  |seguidores) ... (falsa|falsas|falso|falsos)
    roubado, roubada, clonado, (comprar|compra de) (avaliações|seguidores)`,
  laundering: `lavagem de dinheiro, lavar dinheiro, suborno*, caixa dois, empresa de fachada, sonegação`,
  intrusion: `invadir ... (conta|email|sistema), espionar`,
  harm: `assassino de aluguel, sequestrar, chantagem, mandar matar`,
  adult_services: `garota* de programa, acompanhante* de luxo, prostituição`,
  gambling: `aposta, jogo do bicho, cassino, raspadinha, caça níquel`,
});

const dutch = wordsByKind({
  weapons: `*wapen, pistool, geweer, geweren, munitie, explosieven
    handgranaat, boksbeugel`,
  drugs: `wiet, hasj, harddrugs, paddo, zonder recept, gram heroïne, lachgas`,
  fraud: `gestolen
    (vals|valse|vervalste) ... (bankbiljet*|diploma*|documenten|facturen|geld|identiteitskaart*|paspoort*|recensies|rijbewij*)
    neprecensies, volgers kopen, namaak*`,
  laundering: `witwassen, zwart geld, steekpenning*, omkoping, omkopen, katvanger*, belastingontduiking`,
  intrusion: `afluisterapparat*, bespioneren, gijzelsoftware`,
  piracy: `illegale kopieën`,
  harm: `huurmoordenaar*, ontvoer*, in elkaar slaan, mensenhandel, brandstichting, ivoor`,
  adult_services: `bordeel`,
  gambling: `gokken, gokkast, wedden op, weddenschap*, kraslot*, loterij*`,
});

const nordic = wordsByKind({
  weapons: `vapen, skjutvapen, gevär, sprängämne*, handgranat, våben, skydevåben, skytevåpen, aseet`,
  drugs: `amfetamin, knark, narkotika, utan recept, hembränt, uden recept, uten resept, huumeet`,
  fraud: `(falskt|falska|falske|förfalskad*) ... (diplom*|id|körkort*|pas|pass|pengar|recensioner|sedlar)
    stulna, stulet, stjålne, piratkopi*, väärennetty`,
  laundering: `penningtvätt, svarta pengar, mutor, hvidvask*, bestikkelse*, skattebrott, rahanpesu`,
  intrusion: `spionprogram, avlyssn*`,
  harm: `lönnmördare, misshandla, utpressning, människohandel, lejemorder`,
  adult_services: `eskortflicka*`,
  gambling: `vadslagning, trisslott*, insats på, lottsedl*, nätkasino`,
});

/** The languages with inflected words: those with the most terms. */
export const inflectedLanguages: Readonly<
  Record<Exclude<Language, "english">, readonly ProhibitedUse[]>
> = { german, french, spanish, italian, portuguese };

/** The most common blocked terms in languages of Western Europe. */
export const inWesternLanguages: readonly ProhibitedUse[] = [
  ...german,
  ...french,
  ...spanish,
  ...italian,
  ...portuguese,
  ...dutch,
  ...nordic,
];
