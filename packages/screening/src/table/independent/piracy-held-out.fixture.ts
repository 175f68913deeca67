// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const piracyHeldOut: PurchaseGroup = {
  kind: "piracy",
  prohibited: purchases(`
    StreamAll IPTV | All the pay channels and football for 8 a month, shown in our bar
    Nulled Themes | Premium WordPress plugins with the licence check taken out
    SneakRep | Copies of Air Jordans in original-looking boxes
    BookRip | PDF scans of all the textbooks in the course, so students need not buy them
    DongleFree | Emulator that makes the CAD program believe that its dongle is plugged in
    Unlock Stream | Shared logins for Netflix and Disney+ resold from other people's accounts
    FireBox TV | Streaming sticks loaded with pirate apps
    SourceLeak | Source code of a competitor's product that a former employee took along
    Charger Clone | Chargers printed with the Apple logo that Apple did not make
    JournalGrab | Papers taken from behind publishers' paywalls, full dump
    DRM Strip | Tool that takes the copy protection off rented films so we can keep and resell them
  `),
  ordinary: purchases(`
    Shutterstock | Image licence pack, 50 downloads
    Epidemic Sound | Licensed music for the YouTube channel
    Penzance Theatre | Tickets for the Pirates of Penzance, staff outing
    Torrent Rafting | White-water rafting for the team
    Motion Picture Licensing | Permission to show one film at the community evening
    Copy Corner | Colour copies and binding of the annual report
    Elsevier | Article access, pay per view
    Bootleg Barbecue | Catering for the yard opening
    Crackle Glaze Pottery | Crackle glaze for the ceramics studio
    Rolex Boutique Service | Service of the watch that was the founder's retirement present
    Ripcurl | Wetsuits for the surf school
    Unsplash+ | Subscription, one year
  `),
};
