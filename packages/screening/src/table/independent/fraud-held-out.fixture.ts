// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const fraudHeldOut: PurchaseGroup = {
  kind: "fraud",
  prohibited: purchases(`
    ReviewRocket | 200 five-star Google reviews from accounts that never bought from us
    DiplomaExpress | A bachelor's degree from a university that the owner never attended
    PaperTrail Docs | Forged bank statements so that the landlord believes we have income
    SickNote Online | Doctor's certificate for someone who is not ill
    Essay Ghost | Somebody to sit the certification exam under our manager's name
    ClickSurge | Clicks on our rival's ads until their budget is gone
    Organic Stamp Service | Organic certificates for vegetables that are not organic
    PumpRoom | Hype campaign for a token that we sell off as soon as the price is up
    Persona Kits | Full identity set of a living person: social security number, date of birth, address, for opening accounts
    EuroBill Print | Banknote paper and holograms to print 50 euro notes
    SilverYears Leads | Call list and script to convince pensioners that their grandson is in jail and needs money
    Vaxpass | Vaccination certificates for staff who were never vaccinated
    StreamPump | Two million plays from bots so that the royalty payment goes up
  `),
  ordinary: purchases(`
    Stripe | Radar fraud protection add-on for the checkout | software
    Trustpilot | Plan for inviting our verified buyers to write reviews
    University of Leeds | Fee for replacing a lost degree certificate of an employee, with her authorisation
    Balsam Hill | Fake Christmas tree, 2.4 m, for the shop window
    IKEA | Faux fur rugs for the photo set
    Editage | Proofreading of a research manuscript
    Forge & Anvil | Blacksmith workshop as team event for eight
    Jumio | Identity verification of new marketplace sellers, 300 checks
    HM Passport Office | Renewal of the managing director's passport
    Later | Scheduling of Instagram posts, growth plan
    Cheque Printing Solutions | Cheque stationery for the school's account
    Imposter Theatre Co | Improv workshop for the sales team
    KnowBe4 | Training so that staff recognise invoice scams
    Dun & Bradstreet | Credit report about a new wholesale customer
    Replica Furniture Museum Shop | Poster of an Eames chair
  `),
};
