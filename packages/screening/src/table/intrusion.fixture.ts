import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const intrusion: PurchaseGroup = {
  kind: "intrusion",
  prohibited: purchases(`
    Stress.wtf | DDoS for hire, one hour against rival-shop.example
    Stress.wtf | booter, 200 Gbps plan
    Stress.wtf | take a competitor's website offline on Black Friday
    Zero Broker | iOS zero-click exploit chain
    Zero Broker | unpatched Chrome 0-day with sandbox escape
    Zero Broker | initial access to a hospital network
    Zero Broker | VPN credentials of a law firm's employees
    RaaS Panel | ransomware affiliate panel, 20 percent cut
    RaaS Panel | crypter to make the payload undetected by antivirus
    RaaS Panel | info stealer, monthly licence
    RaaS Panel | loader installs, 1000 US machines
    Bot Herd | botnet rental, 5,000 bots, 24 hours
    Bot Herd | residential bots for credential stuffing
    Bot Herd | account checker and combo list
    Spy Phone | stalkerware for my wife's phone
    Spy Phone | app to read my boyfriend's WhatsApp messages in secret
    Spy Phone | hidden keylogger for an employee's private laptop
    Spy Phone | spyware that survives a factory reset
    Hire A Hack | hack my ex's Instagram account
    Hire A Hack | get into a competitor's mailbox and copy the mails
    Hire A Hack | change grades in the university's system
    Hire A Hack | crack the password of somebody else's wallet
    Hire A Hack | hacker to delete negative articles from a newspaper's site
    Cable Trick | juice jacking cables to plant malware at the airport
    Cable Trick | IMSI catcher to listen to phones nearby
    Cable Trick | rogue access point kit to steal hotel guests' passwords
    Backdoor Shop | WordPress plugin with a hidden backdoor for resale
    Backdoor Shop | poisoned npm package download boost
    Backdoor Shop | root\u00adkit for Linux kernel 6
    Backdoor Shop | r4nsomw4re builder, source included
    Car Relay | relay attack kit to open keyless cars
    Car Relay | key fob cloner for cars we do not own
  `),
  ordinary: purchases(`
    Cloudflare | DDoS mitigation, Advanced
    Akamai | protection against DDoS attacks, November
    OffSec | PEN-200 course and OSCP exam
    Hack The Box | training seats for the security team
    TryHackMe | business seats
    Cobalt | penetration test of our own web app
    Synack | red team exercise, scoped and authorised
    HackerOne | bounty for an authentication bypass that was reported to us
    Bugcrowd | vulnerability disclosure programme, annual
    Tenable | Nessus Professional
    Rapid7 | Metasploit Pro licence for our internal testing
    VirusTotal | premium API for malware scanning of uploads
    ReversingLabs | malware samples feed for the detection team
    SentinelOne | ransomware rollback for 40 endpoints
    Veeam | backups that ransomware cannot encrypt
    Coveware | ransomware incident response retainer
    Norton | antivirus, five devices
    Yubico | ten security keys
    1Password | business plan, password manager
    LastPass | password recovery of a locked vault, support fee
    Elcomsoft | password recovery for our own archived zip files
    MLH | hackathon sponsorship, bronze
    Devpost | hackathon listing
    Growth Hackers | growth hacking course
    Lifehacker | newsletter sponsorship
    Hackaday | ESP32 kits from the Tindie shop
    Keyboardio | split keyboard with macro keys
    Load Impact | k6 cloud load test of our staging site
    BlazeMeter | stress test, 50,000 virtual users
    Bright Data | residential proxies for price comparison of public pages
    Exploit-DB Press | book: The Art of Exploitation
    Trojan Technologies | UV water treatment lamp
    Worm Composting Co | red worms for the office compost
    Bug Lounge | software testers for the beta
    FlexiSpy Museum | spy museum tickets for the team
    Logitech | presenter with laser pointer
  `),
};
