import type { McpFile } from "@agent-treasury/provider";
import { toBase64 } from "../../kernel/base64.ts";
import type { Engine } from "../../kernel/engine.ts";
import { type PaidFetchOutcome, utf8TextOf } from "../paid-fetch/index.ts";
import { readResource, wholeOf } from "../payments/index.ts";

const imageType = /^image\/(?:png|jpeg|gif|webp)(?=;|$)/;
/** Longer images are links, because models accept few megabytes. */
const longestImage = 3_145_728;

/** Returns an image as such, and other content that is not text, or is long, as a link. */
export async function filesOf(
  engine: Engine,
  serviceUrl: string,
  { proposal, resource }: Pick<PaidFetchOutcome, "proposal" | "resource">,
): Promise<readonly McpFile[]> {
  if (resource === null) return [];
  const { body, contentType, isTruncated } = resource;
  const isText = utf8TextOf(body, isTruncated) !== null;
  const [mimeType] = imageType.exec(contentType ?? "") ?? [];
  if (proposal === null) {
    const isImage = mimeType !== undefined && !isTruncated;
    return isImage ? [{ type: "image", mimeType, dataBase64: toBase64(body) }] : [];
  }
  const { workspaceId, id: proposalId } = proposal;
  if (mimeType !== undefined) {
    const question = { workspaceId, proposalId, agentId: null };
    const stored = await readResource(engine, question);
    if (stored.bytes <= longestImage) {
      const whole = await wholeOf(stored);
      return [{ type: "image", mimeType, dataBase64: toBase64(whole.body) }];
    }
  }
  if (isText && !isTruncated) return [];
  const path = `/treasury/proposals/${encodeURIComponent(proposalId)}/resource`;
  const uri = `${serviceUrl}${path}?${new URLSearchParams({ workspaceId })}`;
  return [{ type: "link", uri, name: proposal.vendor, mimeType: contentType }];
}
