import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const laundering: PurchaseGroup = {
  kind: "laundering",
  prohibited: purchases(`
    Tornado Relay | mixing 0.4 BTC so that it cannot be traced
    Tornado Relay | bitcoin tumbler, three hops
    Mixero | coin join to hide where the coins came from
    Shell Masters | offshore shell company with nominee director to hide the owner
    Shell Masters | layering transfers through three shells to launder the proceeds
    Cash Runners | money mules for moving the payments
    Cash Runners | smurfing: deposits kept under 10,000 so that nobody reports them
    Cash Runners | structuring the deposits to avoid reporting
    Hawala Desk | informal transfer to get around the sanctions
    Hawala Desk | shipment through a third country to evade export controls
    Port Agent | bribe for the customs officer
    Port Agent | a little something for the inspector so that he passes us, kickback
    Port Agent | grease payment to the minister's cousin
    Consulting Panama | payment to a public official for the contract award
    Consulting Panama | backdated contract to hide the payment from the auditors
    Consulting Panama | off-the-books cash salary, no tax
    Zapper POS | sales suppression software for the till
    Zapper POS | tax fraud: second set of books
    Vote Buyers | paying voters 50 each
    Ref Whisper | paying the referee to fix the match
    Insider Tips | non-public earnings figures before the announcement
    Insider Tips | insider trading tips, monthly
    Pump Group | pump and dump group membership
    Pump Group | wash trading bot to fake the volume of our token
    Price Circle | price fixing agreement with the other bidders, contribution
    Benami | straw buyer for the property so the owner is not seen
    Iran Freight | sanctions busting freight, relabelled crates
  `),
  ordinary: purchases(`
    Sumsub | AML and KYC checks, 200 verifications
    Chainalysis | crypto compliance training
    Refinitiv | sanctions screening API
    Dow Jones | politically exposed persons list
    ICA | anti-money laundering certificate for the finance lead
    Transparency International | anti-bribery e-learning
    PwC | transfer pricing study
    Deel | contractor onboarding in three countries
    Stripe Atlas | company formation in Delaware
    Companies House | filing fee of the annual return
    Vistra | registered office of the Singapore subsidiary
    Avalara | sales tax filings
    TaxJar | sales tax calculation, starter
    Kitchen Aid | stand mixer and bowls
    Mixpanel | product analytics, growth plan
    Soundcraft | 12 channel mixer for the town hall
    Splice | DJ mixer samples
    Tumbler & Co | insulated tumblers, engraved
    Speedy Wash | laundering of the kitchen linen
    Launderette Nord | wash, dry and fold of costumes
    Moscow Mule Bar | copper mugs for moscow mules
    Shell | fuel for the van
    Shell Scripting School | bash course for two
    Layer | design handover tool
    Wise | fee of a payment to our supplier in Poland
    Referee Association | referees for the charity football match
    Bloomberg | terminal, one month
    Morningstar | earnings figures of listed companies, API
  `),
};
