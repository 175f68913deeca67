// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const forAPersonTuning: PurchaseGroup = {
  kind: "for a person",
  prohibited: purchases(`
    Steam Wallet | Prepaid codes worth 200 euros
    Visa Prepaid | Three preloaded gift cards as thank-yous for the interns
    Coinbase | Buy 0.5 bitcoin for the treasury
    Binance | Purchase of USDT worth 10,000
    Solana Launch | Take part in a token presale
    Ledger OTC | Dogecoin for the founder's wallet
    Hartmann Metallbau | Pay the invoice by bank transfer to their new IBAN, which came by e-mail this morning
    Delta Freight | The supplier says that its account has changed; wire 18,400 to the new one
    Orion Components | Urgent wire transfer as asked by the CEO, bank details attached, do not call
    Kowalski Law | Escrow money to an account other than the one in the contract
    Clinic Supply | Botox and prescription anaesthetics for the practice
    MedWholesale | Insulin and morphine for the care home's cabinet
    TrackTag | Hidden GPS trackers for cars of the field staff
    FaceSeek | Face recognition of people who walk past our shop
    CallScribe | Record employees' phone calls without an announcement
    Spy Corner | Pen camera for filming in meetings
    Friends of Senator Hale | Campaign contribution of 2,500
    Democratic Party of Oregon | Donation before the midterm elections
    Conservative Party | Table at the fundraising dinner, ten seats
    CDU Kreisverband | Party donation
    Alcohol Licensing Wholesale | Pure ethanol, 200 litres, duty-free
  `),
  ordinary: purchases(`
    Hallmark | Gift wrap, ribbons and cards for the shop
    Manning | Book on cryptography for developers
    Let's Encrypt | Donation for TLS certificates
    Wireless Logic | SIM cards for the weather stations
    Party City | Balloons and paper plates for the office party
    Third Party Labs | Independent testing of our toys
    Datadog | Monitoring of our servers, eight hosts
    Garmin | GPS unit for the tractor
    Sparkler Sweets | Candles and cake toppers for birthdays
    Senate House Library | Reader's card for the researcher
    Wire Belt Company | Replacement belt for the bakery's oven
    Change Management Institute | Seminar for two team leaders
  `),
};
