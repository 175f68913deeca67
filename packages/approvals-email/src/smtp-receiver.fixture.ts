import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import { type ReceivedMail, readMail } from "./read-mail.fixture.ts";

/** A real SMTP server. */
export interface SmtpReceiver {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** User and password of each sign-in. */
  readonly signIns: readonly (readonly [user: string, password: string])[];
  /** Rejects the next mails. */
  fail(mails: number): void;
  close(): Promise<void>;
}

/** Accepts every mail, and the password `secret`. Without TLS by default. */
export async function smtpReceiver(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const signIns: (readonly [string, string])[] = [];
  let failing = 0;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username = "", password }, _session, done) => {
      signIns.push([username, password ?? ""]);
      if (password === "secret") done(null, { user: username });
      else done(new Error("Wrong password"));
    },
    onMailFrom: (_address, _session, done) => {
      if (failing === 0) {
        done();
        return;
      }
      failing -= 1;
      done(new Error("Try again later"));
    },
    onData: (stream, { envelope, secure }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      const receive = async (): Promise<void> => {
        const raw = await buffer(stream);
        mails.push({ ...readMail(raw.toString("latin1")), recipients, isEncrypted: secure });
        done();
      };
      void receive();
    },
    ...options,
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await new Promise<void>((closed) => {
      server.close(closed);
    });
  };
  onTestFinished(close);
  const { port: listening } = server.server.address() as AddressInfo;
  const fail = (next: number): void => void (failing = next);
  return { port: listening, mails, signIns, fail, close };
}
