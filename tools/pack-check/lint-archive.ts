import { readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Archive } from "./archives.ts";

/** Returns publint's findings on an archive, including suggestions. */
export async function lintArchive({ file }: Archive): Promise<readonly string[]> {
  const bytes = readFileSync(file);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}
