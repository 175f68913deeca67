// Sealed: these rows are counted, but not read or printed while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const everydaySoftwareHeldOut: PurchaseGroup = {
  kind: "everyday: software, data, infrastructure",
  ordinary: purchases(`
    Amazon Web Services | EC2 and S3 usage for February
    DigitalOcean | Managed Postgres with standby
    Netlify | Bandwidth add-on after the launch
    OVHcloud | Object storage, 20 TB
    Linode | Node balancer
    RunPod | GPU pods for batch transcription, about 60 dollars
    CoreWeave | Reserved GPU capacity, April
    Modal | Compute credits for embeddings of the document archive
    OpenAI | API credits, 200 dollars, customer chat
    Anthropic | Claude API prepayment for the coding agents
    Pinecone | Vector index, standard plan
    Neon | Scale plan for preview branches
    PlanetScale | Production database, monthly
    GitHub | Copilot and Actions minutes
    PagerDuty | On-call rotation for six engineers
    Grafana Labs | Metrics and logs, pay as you go
    Statuspage | Public status page
    Twilio | SMS for appointment reminders, top-up 150
    SendGrid | Transactional e-mail, 100k a month
    Intercom | Support inbox, four seats
    HubSpot | CRM Starter renewal
    Pipedrive | Upgrade to Advanced
    Linear | Issue tracker
    Slack | Business+ for the whole firm
    Canva | Teams, yearly
    Webflow | CMS hosting of the marketing site
    Shopify | Monthly plan and app fees
    Namecheap | Register two domains for the spring campaign
    Fastly | CDN traffic, March
    Elastic | Cloud deployment, 3 zones
    Mapbox | Map loads above the free tier
    HERE Technologies | Route calculation for the delivery app
    OpenWeather | Forecast API for the irrigation controller
    FactSet | Market data feed
    Crunchbase | Pro account for the research analyst
    Nielsen | Household panel data, beverages
    Semrush | Keyword research, guru plan
    Hotjar | Heat maps of the checkout
    LaunchDarkly | Feature flags, pro
    Okta | Workforce single sign-on, 60 users
    Snyk | Dependency scanning, team
    NordLayer | Business VPN, eleven seats
    Box | Business plus
    Make | Operations pack for the invoice flow
    Retool | Internal tools, four builders
    Calendly | Booking page for consultations
    Typeform | Customer survey
    SurveyMonkey | Audience panel, 400 responses
    Prolific | Participants for a usability study, 80 people at a fair rate
    Scale AI | Image labels for the sorting machine
    Hugging Face | Inference endpoint, one small GPU
    Weights & Biases | Experiment tracking, team
    Postman | Enterprise seats, three
    BrowserStack | Device testing, parallel 2
    Sauce Labs | Mobile test minutes
    Bright Data | Public product prices of our own resellers
    SerpApi | Search result pages, 5,000
    Exa | Web search API for the research agent
    Firecrawl | Crawl of our own documentation
    Cloudinary | Image transformations
    DeepL | Pro API for product texts
    Lokalise | Translation management
    Crowdin | Translators' seats
    Gusto | Payroll for nine people
    Deel | Contractor platform fee
    Personio | HR software
    Ramp | Plus plan
    Avalara | VAT returns
    Odoo | Inventory and manufacturing modules
    Cin7 | Stock control
    ShipStation | Shipping labels, gold
    EasyPost | Carrier API
    Lightspeed | Retail till software
    MathWorks | MATLAB licence
    Wolfram | Mathematica, one user
    Dassault | SolidWorks maintenance
    Trimble | Field mapping software
    FarmLogs | Crop records
  `),
};
