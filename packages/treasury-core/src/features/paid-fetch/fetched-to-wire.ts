import {
  type FetchedResource,
  type PaidFetchAnswer,
  repetitionNote,
} from "@agent-treasury/contract";
import type { PaidRequest } from "@agent-treasury/provider";
import { toBase64 } from "../../kernel/base64.ts";
import type { FetchedContent, PaidFetchOutcome } from "./fetch-paid.ts";
import { utf8TextOf } from "./resource-text.ts";

export function fetchedToWire(
  { url }: PaidRequest,
  { proposal, isRepeated: repeated, resource }: PaidFetchOutcome,
): PaidFetchAnswer {
  const note = repeated && proposal !== null ? repetitionNote(proposal) : null;
  return { proposal, resource: resource && resourceToWire(url, resource), repeated, note };
}

function resourceToWire(
  url: string,
  { status, contentType, location, body, isTruncated }: FetchedContent,
): FetchedResource {
  const text = utf8TextOf(body, isTruncated);
  return {
    origin: new URL(url).origin,
    status,
    contentType,
    ...(location !== undefined && { location }),
    encoding: text === null ? "base64" : "text",
    body: text ?? toBase64(body),
    isTruncated,
  };
}
