export interface ReceivedMail {
  /** Names in lower case. Encoded words are decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
  readonly recipients: readonly string[];
  readonly isEncrypted: boolean;
}

/** Reads a mail with a text and an HTML part. */
export function readMail(raw: string): Pick<ReceivedMail, "headers" | "text" | "html"> {
  const { headers, body } = readEntity(raw);
  const [, boundary] = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "") ?? [];
  const parts = `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => readEntity(part.trimStart()));
  const [text = "", html = ""] = ["text/plain", "text/html"].map((type) => {
    const part = parts.find((one) => one.headers.get("content-type")?.startsWith(type));
    return part === undefined ? "" : decodeBody(part).replaceAll("\r\n", "\n");
  });
  return { headers, text, html };
}

interface Entity {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function readEntity(raw: string): Entity {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decodeBody({ headers, body }: Entity): string {
  switch (headers.get("content-transfer-encoding")) {
    case "base64":
      return Buffer.from(body, "base64").toString();
    case "quoted-printable":
      return fromQuoted(body.replace(/=\r\n/g, ""));
    default:
      return body;
  }
}

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString()
        : fromQuoted(text.replaceAll("_", " ")),
    );
}

function fromQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}
