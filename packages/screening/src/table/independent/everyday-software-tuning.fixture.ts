// The half that may be read while terms are chosen.

import { type PurchaseGroup, purchases } from "../purchase-group.fixture.ts";

export const everydaySoftwareTuning: PurchaseGroup = {
  kind: "everyday: software, data, infrastructure",
  ordinary: purchases(`
    Google Cloud | BigQuery slots, one month
    Microsoft Azure | Kubernetes cluster for staging
    Vercel | Pro plan, three members
    Fly.io | Machines in two regions for the API
    Render | Upgrade of the worker to 4 GB
    Hetzner Cloud | CPX31 for the build server
    Scaleway | GPU instance for twelve hours of training
    Lambda Labs | 8 x H100 for two days, fine-tuning of the support model
    Mistral AI | API usage, translation job
    Cohere | Rerank endpoint, production tier
    ElevenLabs | Voice for the onboarding videos
    Deepgram | Speech to text, 10,000 minutes
    Supabase | Pro organisation, compute add-on
    MongoDB | Atlas M30 cluster
    Redis Cloud | 5 GB cache for sessions
    Snowflake | Credits for the finance warehouse
    Fivetran | Connectors for the shop and the ledger
    dbt Labs | Team seats, five
    Confluent | Kafka cluster, dedicated
    GitLab | Premium, 12 users
    CircleCI | Extra build credits
    Sentry | Error tracking, business
    New Relic | Full platform user
    Postmark | Dedicated IP address
    Zendesk | Suite Team, annual
    Salesforce | Two more sales seats
    Notion | Workspace, 18 members
    Atlassian | Jira and Confluence, 25 users
    Zoom | Webinar add-on for the product launch
    Figma | Two editor seats
    Miro | Board licences for the workshop
    WooCommerce | Subscriptions extension
    Gandi | Renew the company's domain for five years
    DNSimple | DNS hosting
    bunny.net | Video delivery for the courses
    Algolia | Search records and requests
    Tomorrow.io | Hourly weather data, farm fields
    Statista | Single report on e-bike sales in Europe
    Ahrefs | Site audit
    Mixpanel | Product analytics, growth
    Auth0 | Login for B2B customers, essentials
    Vanta | SOC 2 preparation
    Tailscale | Private network for the developers
    DocuSign | Envelope pack
    Dropbox | Storage for the video team
    Airtable | Team plan for the editorial calendar
    Zapier | 50,000 tasks
    n8n | Cloud starter
    Labelbox | Annotation of 5,000 crop photos
    Docker | Business subscription
    Apple Developer | Yearly programme fee
    Google Play Console | One-time registration
    Mux | Video encoding of webinars
    Vimeo | Hosting of training videos
    Loom | Screen recordings for the handbook
    Grammarly | Business, ten writers
    Xero | Accounting software, monthly
    QuickBooks | Payroll add-on
    Lexoffice | Bookkeeping
    Expensify | Expense reports, 20 members
    Toast | Restaurant point of sale
    Mindbody | Class booking for the yoga studio
    Benchling | Electronic lab notebook
    LabArchives | Notebook seats for students
    Autodesk | Fusion subscription for the machinist
    John Deere Operations Center | Guidance signal for the combine
  `),
};
