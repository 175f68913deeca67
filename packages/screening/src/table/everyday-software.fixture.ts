import { type PurchaseGroup, purchases } from "./purchase-group.fixture.ts";

export const everydaySoftware: PurchaseGroup = {
  kind: "everyday: software, data, infrastructure",
  ordinary: purchases(`
    AWS | Lambda and SQS for the nightly import
    AWS | reserved instance m7i.large, one year, no upfront
    Google Cloud | Vertex AI predictions for the recommender
    Azure | Blob storage, cool tier, 4 TB
    DigitalOcean | managed PostgreSQL, 4 GB
    Hetzner | object storage for backups
    Fly.io | shared-cpu machines for the agents
    Render | background worker, standard plan
    Railway | hobby plan for the prototype
    Supabase | Pro project, extra disk
    Neon | scale plan, November
    MongoDB Atlas | M10 cluster
    Redis Cloud | 1 GB cache
    Upstash | queue messages, pay as you go
    Confluent | Kafka, basic cluster
    Snowflake | credits for the weekly report
    Databricks | jobs compute
    Fivetran | connectors for the CRM
    dbt Labs | developer seats
    OpenAI | API credits for the support summaries
    Anthropic | tokens for the coding agent
    Mistral | batch inference
    Replicate | image upscaling, 2,000 runs
    Runpod | A100 for six hours of fine-tuning
    Lambda Labs | H100 by the hour, training run 14
    Hugging Face | inference endpoint, one week
    Pinecone | vector index, s1 pod
    ElevenLabs | narration of the product tour
    AssemblyAI | transcripts of customer calls, with consent
    DeepL | translation API, 1M characters
    Twilio | SMS verification codes to our users
    SendGrid | 100k transactional e-mails
    Postmark | e-mail, 50k
    Algolia | search requests
    Mapbox | map loads and geocoding
    Google Maps | routes API for the delivery planner
    OpenWeather | forecast API
    Polygon.io | stock market data, starter
    Clearbit | company enrichment, 500 look-ups
    Apollo | contact data for outreach in line with GDPR
    SerpApi | search results API
    Browserbase | browser sessions for the test agent
    ScrapingBee | fetching public product pages
    GitHub | Actions minutes and a larger runner
    GitLab | Premium, four seats
    CircleCI | build credits
    Linear | business plan
    Jira | ten users
    Sentry | session replays
    Grafana Labs | logs and traces, 100 GB
    New Relic | full platform user
    Better Stack | uptime monitors and a status page
    Statuspage | hobby plan
    Namecheap | three domains for the new product
    Let's Domain | renewal of the .io domain
    DigiCert | wildcard certificate
    Tailscale | starter seats
    Zoom | webinar add-on, 500 people
    Loom | business seats
    Airtable | team plan
    Zapier | professional, 2,000 tasks
    Make | operations bundle
    Webflow | CMS hosting
    Shopify | basic plan
    Adobe | Creative Cloud for two designers
    Canva | pro seats
    Miro | whiteboards for the workshop
    Lucid | diagrams, three editors
    Grammarly | business
    Dropbox | 3 TB team space
    Backblaze | B2 storage, 10 TB
    Docusign | envelopes for NDAs
    QuickBooks | accounting, essentials
    Xero | monthly subscription
    Gusto | payroll for eight people
    Intercom | resolutions of the support bot
    Zendesk | two agents
    HubSpot | CRM starter
    Segment | events, team plan
    Amplitude | growth plan
    Hotjar | observe plus
    Ahrefs | SEO lite plan
    Semrush | keyword research, one month
    Hootsuite | scheduling of posts
    Buffer | three channels
    Figma | dev mode seats
    Storybook Chromatic | snapshots
    BrowserStack | automated tests on real devices
    Sauce Labs | emulators
    Apple | developer programme renewal
    Google Play | developer account fee
    Unity | Pro seat for the simulation
    Steamworks | app submission fee
    Cursor | business seats
    JetBrains | WebStorm renewal
    Vanta | SOC 2 readiness
    Drata | audit automation
    Osano | cookie consent
    Termly | privacy policy generator
    AgentOps | traces of agent runs
  `),
};
