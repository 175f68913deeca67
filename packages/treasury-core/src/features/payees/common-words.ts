/**
 * Words that stand in ordinary messages about purchases, also with a capital letter. A payee whose
 * name consists of them is named only where the message writes it as a payee.
 */
const text = `
a about above account accounts add admin advance after again agent agents ai alert all allowance also
always amount an and annual another any anything api apple app application approval approve april as
asap ask at august auto backup balance bank basic battery best bill bills black blue board book books
booking bot both box browser budget bug bugs build bulk business but buy by cable cables call campaign
card cards care cash cent cents central chair chairs change charge charger chat cheap check city class
clean cleaning client close cloud club code coffee color colour company compute computer contract copy
cost costs coupon course courses credit credits customer daily data database date day days deal
december delivery deploy deposit design desk desks detail details development device digital dinner
discount do dollar dollars domain domains donation done draft due early east eur euro euros event
events ever every evidence expense expenses express extra factory fan fast february fee fees file
files final finance find first fix flight flights flowers food for form free fresh friday from fuel
full fund funds future gas general get gift gifts give global go gold good goods gpu great green group
guide half hardware have he headphones health hello help here hi high home host hosting hotel hotels
hour hours house how hub i id idea if image images immediately in inbox income info ink insurance
internet invoice invoices is issue it item items january job jobs july june just key keyboard keyboards
keys kit kitchen label labels lamp language laptop laptops large last later launch lead least legal
less licence licences license licenses light limit link linux list live loan local log logo look lunch
machine mail main maintenance make manager map march market marketing material materials max may me
meal meals meeting member membership memory message mice mobile model models monday money monitor
monitors month monthly more morning most mouse my name need network new news next night no noon north
not note notes november now number october of offer office ok old on once one online only open option
or order orders other our out over own pack package page paid paper clip clips papers part parts
party pay payee payment payments pdf pen pens people person personal phone photo photos plan plans
please plus point policy post postage premium print printer printers printing pro product products
professional project proxy purchase quality quarter quick quote rate read ready receipt red refund
rent repair report reports request reserve room rooms run safe sale sales same saturday save school
screen screens search seat seats second security sell send september server servers service services
set setup share sheet ship shipping shop shopping short sign site small snacks so social software some
sound soon source space spare special spend spring staff stamp stamps stand standard start state
station stickers stock stop storage store storefront stores stripe studio style subscription
subscriptions summer sun sunday supplier supplies supply support sure system table tables tablet
target task tax team tech test text thank thanks that the them then there they thing things this
thursday ticket tickets time tip to today toner tomorrow tool tools top total tour toy train training
transfer translation transport travel trial tuesday two under unit units up upgrade url us usb usd use
user users value van vat vendor via video videos visa wages wall want warehouse water way we web
website wednesday week weekly west what when where white whiteboard who why wifi will window wine
winter wire with word words work worker workers world write year yearly yes you your zone
abo abonnement artikel auftrag bank bestellung betrag bier bilder bitte blumen brief briefmarken buch
bücher büro computer datei daten dienst dienstag dollar domain donnerstag drucker druckerpapier einkauf
essen fahrkarte februar firma flug freitag gebühr geld gerät geschenk heute hotel januar jahr juli juni
kabel kaffee karte kauf kosten kunde laden lieferung liste lizenz lizenzen mai maschine maus miete
mittwoch monat montag morgen märz nachricht netzwerk oktober papier preis produkt programm rechnung
reise samstag seite server software sonntag speicher stift stifte strom stuhl tag tastatur test tinte
tisch ware wasser werbung werkzeug woche zahlung zeit zimmer
scratch checkout anywhere somewhere reception breakfast bottom beginning hand random wholesale retail face risk rest present peace sea land birth death law heart stake hq headquarters him her mine yours which whom abroad below within outside inside behind everyone someone anyone nobody whoever whatever whichever cheapest nearest elsewhere overseas each either neither these those his hers theirs ours its itself midnight dawn sunset weekend weekends mornings evenings evening afternoon airport debit yesterday sometime earlier before reminder todo subject question update summary important urgent attention dear hey regards germany france europe london berlin paris german english french american european mr mrs ms dr
passport passports certificate certificates cert certs permit permits lease leases registration registrations warranty warranties guarantee password passwords token tokens session sessions credential credentials interest effort efforts ssl tls dns parking library gym season pass passes everything existing expired expiring outstanding electricity contracts agreement agreements policies newspaper newspapers magazine magazines rental hire commitment commitments vows
reisepass ausweis vertrag verträge zertifikat zertifikate mietvertrag passwort führerschein
网上 线上 这里 那里 家里 办公室 公司 商店 超市 今天 明天 现金 信用卡 カード ネット オンライン 会社 店 現金 ドル 今日 明日 온라인 회사 카드 오늘 내일
`;

export const commonWords: ReadonlySet<string> = new Set(text.split(/\s+/).filter(Boolean));
