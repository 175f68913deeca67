// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const launderingHeldOut: PurchaseGroup = {
  kind: "laundering",
  prohibited: purchases(`
    Coin Tumbler X | Mix our bitcoin so that nobody can trace where it came from
    Offshore Veil | Company in the Seychelles with a nominee director to keep the owner's name out of everything
    KYC Market | Verified bank accounts opened with other people's documents
    Straw & Sons | Somebody to buy the flat in his name for a buyer who is on the sanctions list
    Casino Chip Agents | Change cash for chips and back, with a winner's receipt
    Caspian Freight | Ship sanctioned electronics to Iran through a middleman in Armenia
    TradeMask | Overstate the price on the import invoices to bring money out of the country
    Trustline Cayman | Trust so that the ex-wife's lawyers and the court cannot find the assets
    Juice Exchange | Bring the ransom money back to us clean
    Skipper Holdings | Pay the crew off the books so that no taxes are due
  `),
  ordinary: purchases(`
    Speed Queen | Coin-operated washing machine for the laundromat
    Washio | Weekly laundry of table linen for the restaurant
    Shell | Fuel for the delivery vans, March statement
    ACAMS | Anti-money-laundering certification exam for the compliance officer
    Behringer | 12 channel audio mixer for the podcast room
    Companies House | Filing fee for the annual confirmation statement
    Stripe Atlas | Incorporation of our US subsidiary
    Mulesoft | Integration platform, renewal
    Brinks | Weekly collection of the shop's takings for the bank
    Haven Holiday Parks | Lodge for the staff weekend
    TaxJar | Sales tax filing in 12 states
    Ernst & Young | Advice on transfer prices between our two companies, documented for the authority
    Sanction Law Chambers | Legal opinion on whether our export to Turkey is allowed
    Nominet | Renewal of five .uk domains
  `),
};
