import { TreasuryError } from "@agent-treasury/provider";
import { createTransport } from "nodemailer";

/** Sends mails, for example a transport of nodemailer. */
export interface MailTransport {
  sendMail(mail: OutgoingMail): Promise<unknown>;
  close?(): void;
}

/** The fields of nodemailer that are used. */
export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly inReplyTo?: string;
  readonly references?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
  readonly xMailer: false;
  readonly signal: AbortSignal;
}

const second = 1_000;
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Opens a connection for each mail, because approvals are rare. */
export function smtpTransport(smtpUrl: string): ReturnType<typeof createTransport> {
  const { protocol, hostname, username, password } = readSmtpUrl(smtpUrl);
  const hasPassword = username !== "" || password !== "";
  return createTransport({
    url: smtpUrl,
    // Otherwise an attacker in the network could suppress STARTTLS and read the password.
    requireTLS: protocol === "smtp:" && hasPassword && !loopback.test(hostname),
    dnsTimeout: 10 * second,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 20 * second,
  });
}

/**
 * Connects and signs in without sending a mail.
 *
 * @throws Error with the reason, without the password.
 */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const transport = smtpTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Errors never contain the URL, which may include a password. */
function readSmtpUrl(smtpUrl: string): URL {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : null;
  if (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "") return url;
  const message =
    "`smtpUrl` must be a URL such as smtps://user:password@smtp.example.com. In the password, write every character except letters, digits, - and _ as %XX.";
  throw new TreasuryError("invalid_request", message);
}
