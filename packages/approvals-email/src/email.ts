import { createHash } from "node:crypto";
import type { JsonObject } from "@agent-treasury/provider";
import { TreasuryError } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type {
  ApprovalChannel,
  ApprovalMessage,
  ChannelCall,
} from "@agent-treasury/treasury-core/channel";
import { readRecipients, readSender, type Sender } from "./addresses.ts";
import { type MailContent, requestContent, subjectOf } from "./mail-content.ts";
import { type MailTransport, smtpTransport } from "./mail-transport.ts";
import { outcomeContent } from "./outcome-content.ts";
import { recentlySent } from "./recently-sent.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

export interface EmailOptions {
  /** For example `smtps://user:password@smtp.example.com`. */
  readonly smtpUrl?: string;
  /** In place of `smtpUrl`, for example nodemailer's transport for Amazon SES. */
  readonly transport?: MailTransport;
  /** The sender, for example `Treasury <treasury@example.com>`. */
  readonly from: string;
  /** Receivers: addresses, or a function of the workspace. Each receives its own mail. */
  readonly to:
    | string
    | readonly string[]
    | ((workspaceId: string) => MaybePromise<string | readonly string[]>);
  /** Whether a reply reports the outcome. Default: true. */
  readonly outcomes?: boolean;
}

type MaybePromise<Value> = Value | Promise<Value>;

const optionNames: NamesOf<EmailOptions> = {
  smtpUrl: true,
  transport: true,
  from: true,
  to: true,
  outcomes: true,
};

/**
 * Sends mails about spends that need approval. They link to the page, where a signed-in person
 * decides.
 *
 * @throws TreasuryError `invalid_request` for an invalid address or URL.
 */
export function email(options: EmailOptions): ApprovalChannel {
  checkOptions("email", options, optionNames);
  const { to, outcomes = true } = options;
  const sender = readSender(options.from);
  const transport = transportOf(options);
  const targets = typeof to === "function" ? to : () => fixed;
  const fixed = typeof to === "function" ? [] : readRecipients(to);
  const sent = recentlySent();

  const post = (mail: Mail, { target, signal }: ChannelCall): Promise<unknown> => {
    const { content, subject, messageId, inReplyTo } = mail;
    return transport.sendMail({
      from: { name: sender.name, address: sender.address },
      to: { name: "", address: target },
      subject: inReplyTo === undefined ? subject : `Re: ${subject}`,
      text: renderText(content),
      html: renderHtml(content),
      messageId,
      ...(inReplyTo !== undefined && { inReplyTo, references: inReplyTo }),
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
      xMailer: false,
      signal,
    });
  };

  return {
    id: "email",
    people: {},
    register: () => ({
      targets: async (workspaceId) => readRecipients(await targets(workspaceId)),
      send: async (message, call) => {
        const messageId = messageIdOf(sender, message, call, message.kind);
        const content = requestContent(message);
        const first = firstId(call.first);
        const subject = subjectOf(message);
        await post({ content, subject, messageId, inReplyTo: first }, call);
        // Replies are not updated: one outcome in the thread is enough.
        return first === undefined ? { messageId } : null;
      },
      ...(outcomes && {
        update: async (reference: JsonObject, message: ApprovalMessage, call: ChannelCall) => {
          const content = outcomeContent(message);
          if (content === null) return;
          const messageId = messageIdOf(sender, message, call, message.proposal.status);
          // Several events may lead to the same outcome.
          if (sent.has(messageId)) return;
          await post(
            { content, subject: subjectOf(message), messageId, inReplyTo: firstId(reference) },
            call,
          );
          sent.add(messageId);
        },
      }),
      close: async () => transport.close?.(),
    }),
  };
}

interface Mail {
  readonly content: MailContent;
  readonly subject: string;
  readonly messageId: string;
  readonly inReplyTo: string | undefined;
}

function transportOf({ smtpUrl, transport }: EmailOptions): MailTransport {
  if (smtpUrl !== undefined && transport === undefined) return smtpTransport(smtpUrl);
  if (smtpUrl === undefined && transport !== undefined) return transport;
  throw new TreasuryError("invalid_request", "Set `smtpUrl` or `transport`, and not both.");
}

function firstId(reference: JsonObject | null): string | undefined {
  const messageId = reference?.["messageId"];
  return typeof messageId === "string" ? messageId : undefined;
}

/** A repeated mail has the same id, so that mail programs can show it once. */
function messageIdOf(
  { domain }: Sender,
  { workspaceId, proposal }: ApprovalMessage,
  { target }: ChannelCall,
  part: string,
): string {
  const named = JSON.stringify([workspaceId, proposal.id, target, part]);
  const digest = createHash("sha256").update(named).digest("hex").slice(0, 40);
  return `<${digest}@${domain}>`;
}
