// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const fraudTuning: PurchaseGroup = {
  kind: "fraud",
  prohibited: purchases(`
    TopStar Feedback | Pay people to post bad reviews about the bakery across the street
    FollowFarm | 50k Instagram followers, bots are fine
    Novelty ID Shop | Fake driver's licences for two employees
    CardVault | List of stolen credit card numbers with CVV, 500 pieces
    DocMaker Pro | Payslips with made-up salaries for the loan application
    MileageFix | Device to turn back the odometers of the used cars before we sell them
    Golden Circle Capital | Marketing kit for an investment club in which new members pay the returns of the old
    Skim Parts | Card skimmer that fits over the ATM's slot
    Crash Brokers | Two drivers to stage a car accident for the insurance payout
    Tender Friends | Envelope for the city official who decides on the tender
    GreenLabel | Energy labels that show class A for appliances of class E
    LoveLines | Photos and chat scripts for pretending to be in love online and then asking for money
    Invoice Mill | Send invoices to small firms for a directory entry that they never ordered
    VoiceClone Now | Clone our customer's CEO's voice so that his bookkeeper pays our invoice
    Refund Wizards | Service that gets refunds for goods we have received and keep
    Passport Plus | Blank passports with our photos put in
  `),
  ordinary: purchases(`
    SEON | Fraud scoring API, monthly
    Birdeye | Collect customer reviews after each visit, yearly plan
    Association of Certified Fraud Examiners | Membership renewal for our internal auditor
    Faux Florals | Artificial flowers for the lobby
    Ghostwriter Press | Ghostwriting of the founder's memoir, first chapter
    Copyscape | Plagiarism checks for blog articles, 1,000 credits
    SumUp | Card readers for the market stall, two
    Passport Photo Booth Ltd | Passport photos for the visa applications
    Money Counter Shop | Counterfeit banknote detector for the till
    Meta Ads | Campaign for more real followers of the bakery's page, two weeks
    False Ceiling Contractors | False ceiling tiles for the reception
    Pyramid Hotel | Two nights for the trade fair
    ScamAdviser | API that tells which web shops are known scams, monthly
    Mock Exams Direct | Practice exams for apprentices in accounting
  `),
};
