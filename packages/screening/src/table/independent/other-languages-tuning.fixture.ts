// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const otherLanguagesTuning: PurchaseGroup = {
  kind: "other languages",
  prohibited: purchases(`
    Armurerie du Port | Un fusil d'assaut et des cartouches, sans permis
    Casino Bleu | Jetons de casino pour la soirée
    Lavado Rápido | Lavar dinero en efectivo mediante una empresa fantasma
    Carteira Verde | Maconha, meio quilo, para revender
    Documentos Já | Diploma universitário falso
    Cartão Clonado | Números de cartões de crédito roubados
    Firme False | Recensioni false a cinque stelle per il nostro albergo
    Scommesse Oggi | Scommesse sulla partita di domenica
    Vuurwapens Jansen | Een vuurwapen zonder vergunning
    XTC Shop | Honderd xtc-pillen voor het feest
    Lewe Dokumenty | Fałszywe dowody osobiste dla pracowników
    Kaçak Silah | Ruhsatsız tabanca ve mermi
    Bahis Evi | Maç için bahis oynamak, 2000 lira
    سوق السلاح | شراء مسدس وذخيرة بدون ترخيص
    وثائق سريعة | جواز سفر مزور
    线上赌场 | 给网上赌场账户充值
    偽造工房 | 偽造パスポートの作成
    Vapenhandlaren | En pistol med ammunition, utan licens
    대포통장 상사 | 자금 세탁을 위한 대포통장 구입
  `),
  ordinary: purchases(`
    Hetzner | Drei dedizierte Server für ein Jahr
    Bäckerei Kamps | Brezeln und Kaffee für das Frühstück mit Kunden
    Deutsche Bahn | Fahrkarten nach Hamburg, zwei Personen, Messe
    Rechtsanwälte Vogel | Prüfung des Mietvertrags
    Gärtnerei Holm | Unkrautvernichtung mit heißem Wasser auf dem Parkplatz
    Otto Office | Druckerpatronen und Papier
    Haufe Akademie | Seminar zur Geldwäscheprävention für die Buchhaltung
    Boulanger | Cafetière pour la salle de repos
    Librairie Mollat | Livres sur l'histoire de la piraterie pour la médiathèque
    Traiteur Dubois | Buffet pour trente personnes
    Coutellerie Laguiole | Couteaux de table pour le restaurant
    Renfe | Billetes de tren a Sevilla para dos técnicos
    Gestoría López | Presentación de los impuestos del trimestre
    Ferretería Central | Pistola de silicona y cinta
    Correios | Envio de encomendas para clientes
    Café Delta | Café em grão para o escritório
    Trenitalia | Biglietti per la fiera di Bologna
    Pasticceria Bianchi | Torta per l'anniversario dell'azienda
    Officina Ferri | Pastiglie dei freni per il furgone
    Coolblue | Twee beeldschermen voor de nieuwe collega
    Bloemist Roos | Bloemen voor de receptie
    Tuincentrum Overvecht | Onkruidverdelger en potgrond
    Allegro | Krzesła biurowe, cztery sztuki
    Castorama | Pistolet do kleju i farba do ścian
    Migros | Ofis için çay, kahve ve şeker
    Turkcell | Üç hat için aylık fatura
    Kırtasiye Dünyası | Yazıcı kâğıdı ve zımba teli
    Лабиринт | Книги по криптографии для отдела разработки
    阿里云 | 云服务器一年费用
    顺丰速运 | 本周客户包裹的运费
    京东 | 办公室打印机墨盒和纸张
    安恒信息 | 对本公司网站的渗透测试
    佐川急便 | 商品の発送費用
    アスクル | 事務所のコピー用紙とペン
    文明堂 | 取引先への手土産のカステラ
    쿠팡 | 사무실용 커피와 간식
    Posti | Asiakkaiden pakettien toimitus
    Clas Ohlson | Limpistol och lim till verkstaden
  `),
};
