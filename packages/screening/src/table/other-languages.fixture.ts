import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const otherLanguages: PurchaseGroup = {
  kind: "other languages",
  prohibited: purchases(`
    Waffen Huber | zwei Pistolen und Munition für den Nachtwächter
    Waffen Huber | Sturmgewehr mit Schalldämpfer
    Straßenhandel | 5 g Kokain für die Feier
    Fälscherwerkstatt | gefälschter Reisepass, österreichisch
    Geldwäsche Service | Geldwäsche über drei Briefkastenfirmen
    Armes du Sud | pistolet et munitions pour le gardien
    Ombre SARL | faux passeport français
    Ombre SARL | un kilo de cocaïne
    Ombre SARL | blanchiment d'argent par une société écran
    Pirates Nocturnes | pirater la boîte mail d'un concurrent
    Armas Lopez | dos pistolas y munición
    El Tío | cocaína y heroína, 10 gramos
    El Tío | un sicario para mi socio
    Papeles Ya | pasaporte falso y licencia falsa
    Lavado Express | lavado de dinero a través de facturas falsas
    Armi Rossi | pistola e munizioni
    Notte Blu | cocaina, cinque grammi
    Porto Armas | armas de fogo para o armazém
    Porto Sombra | dinheiro falso, notas de 50
    Wapens BV | vuurwapen en munitie
    Broń Sklep | pistolet i amunicja
    Ночной рынок | пистолет и патроны
    Ночной рынок | кокаин, 3 грамма
    Ночной рынок | поддельный паспорт
    夜市场 | 购买手枪和子弹
    夜市场 | 可卡因 5 克
    夜の店 | 拳銃と弾薬
    밤시장 | 권총과 탄약
    سوق الليل | مسدس وذخيرة
  `),
  ordinary: purchases(`
    Deutsche Bahn | Fahrkarten nach Hamburg für drei Personen
    Telekom | Mobilfunkvertrag, November
    Bäckerei Huber | belegte Brötchen für das Frühstück mit Kunden
    Hornbach | Heißklebepistole und Bohrmaschine
    Gift und Schädling GmbH | Rattengift für das Lager
    Buchhandlung Walther | Fachbücher zum Datenschutz
    SNCF | billets de train pour Lyon
    OVH | serveur dédié, un mois
    Leroy Merlin | pistolet à colle et peinture
    Boulangerie Paul | viennoiseries pour la réunion
    Renfe | billetes de tren Madrid - Sevilla
    Mercadona | café y fruta para la oficina
    Papelería Sol | papel, bolígrafos y carpetas
    Trenitalia | biglietti per Milano
    Ferramenta Verdi | pistola per colla a caldo
    CP Comboios | bilhetes para o Porto
    Bol.com | printerpapier en toner
    Allegro | krzesła biurowe, cztery sztuki
    Яндекс Такси | поездка в аэропорт
    Ozon | бумага и картриджи для принтера
    阿里云 | 云服务器，11月
    京东 | 办公椅两把
    ヨドバシカメラ | プリンターのインク
    쿠팡 | 사무용품과 커피
    مكتبة جرير | ورق طباعة وأقلام
    Falkenberg Kaffee | Kaffeebohnen, 5 kg, dunkle Röstung
  `),
};
