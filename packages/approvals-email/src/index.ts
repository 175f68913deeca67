export { type EmailOptions, email } from "./email.ts";
export { type MailTransport, type OutgoingMail, verifySmtp } from "./mail-transport.ts";
