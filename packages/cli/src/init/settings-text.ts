import { chatSettings } from "./chat-lines.ts";
import type { ChannelKind, StorageKind } from "./questions.ts";

const databases: Readonly<Record<StorageKind, string>> = {
  sqlite: "",
  postgres: "TREASURY_DATABASE_URL=postgres://postgres:postgres@localhost:5432/postgres\n",
  memory: "TREASURY_DATABASE_URL=memory:\n",
};

const channelSettings: Readonly<Record<ChannelKind, string>> = {
  page: "",
  push: `
# Push notifications: set both. A key: openssl rand -base64 32
# PUSH_KEY=…
# PUSH_CONTACT=mailto:treasury@example.com
`,
  slack: `
# Approvals in Slack: set all four.
# SLACK_BOT_TOKEN=xoxb-…
# SLACK_SIGNING_SECRET=…
# SLACK_CHANNEL=C…
# SLACK_PEOPLE=U…=Ada
`,
  email: `
# Approvals by e-mail: set all three.
# SMTP_URL=smtps://user:password@mail.example
# MAIL_FROM=treasury@example.com
# APPROVAL_MAIL_TO=ada@example.com
`,
  ...chatSettings,
};

/** The settings of a sandbox. */
export function settingsText(
  file: string,
  { storage, channel }: { readonly storage: StorageKind; readonly channel: ChannelKind },
): string {
  return `# Test money, a scripted model, and 100 USD of starting capital.
# Check these settings: npx agent-treasury doctor --env-file ${file}
TREASURY_SANDBOX=on
TREASURY_STARTING_CAPITAL_USD=100
${databases[storage]}${channelSettings[channel]}`;
}
