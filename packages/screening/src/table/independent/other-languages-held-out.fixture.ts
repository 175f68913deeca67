// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const otherLanguagesHeldOut: PurchaseGroup = {
  kind: "other languages",
  prohibited: purchases(`
    Waffen Brandner | Pistole und 200 Schuss Munition, ohne Waffenschein
    Grasladen | 50 Gramm Kokain für die Feier am Freitag
    Bewertungskönig | Hundert gefälschte Fünf-Sterne-Bewertungen für unser Restaurant
    Begleitservice Elegance | Eine Prostituierte für den Kunden aus Zürich
    Wettbüro Glückauf | Sportwette auf das Derby, 300 Euro
    Papiers Express | Faux permis de conduire pour un chauffeur
    Pirate Net | Pirater la boîte mail d'un concurrent
    Armas del Sur | Tres pistolas y una caja de balas
    Polvo Blanco | Cien gramos de cocaína
    Sicarios SL | Contratar a un asesino a sueldo para el antiguo socio
    Armeria Rossi | Mitragliatrice con munizioni
    Broń i Spółka | Pistolet i amunicja bez pozwolenia
    Оружейник | Автомат Калашникова и патроны
    Быстрый диплом | Поддельный диплом для директора
    Взлом Сервис | Взломать почту конкурента
    黑客服务 | 入侵竞争对手的邮箱
    刷单公司 | 购买虚假好评五百条
    闇サイト | 覚醒剤を五グラム購入
    Zbraně Novák | Nelegální zbraň a střelivo
  `),
  ordinary: purchases(`
    Würth | Schrauben, Dübel und eine Heißklebepistole für die Werkstatt
    Schädlingsbekämpfung Reuter | Mäuse im Lager, zweiter Besuch
    OVH | Hébergement du site pour douze mois
    SNCF | Billets de train Paris-Lyon pour le salon
    La Poste | Envoi des colis de la semaine
    Pharmacie du Centre | Trousses de premiers secours pour les camionnettes
    Papelería Sol | Cuadernos y bolígrafos para el curso
    Mercadona | Fruta y agua para la oficina
    Academia Segura | Curso de prevención de fraude para cajeros
    Fumigaciones Ruiz | Control de cucarachas en la cocina
    Gráfica Lisboa | Impressão de mil folhetos
    Clínica do Trabalho | Exames médicos anuais dos funcionários
    Tipografia Verdi | Stampa dei menù estivi
    PostNL | Verzending van de pakketten van deze week
    Drukarnia Opole | Druk ulotek na targi
    Яндекс Облако | Аренда серверов за март
    Ситилинк | Два ноутбука для бухгалтерии
    مكتبة جرير | أوراق طباعة وأقلام للمكتب
    مطعم الشام | غداء لاجتماع العملاء
    طيران الإمارات | تذاكر سفر إلى معرض دبي
    さくらインターネット | サーバーの年間利用料
    SJ | Tågbiljetter till Göteborg för mässan
    Alza | Tři monitory pro vývojáře
    Ελληνικά Ταχυδρομεία | Αποστολή δεμάτων σε πελάτες
  `),
};
