import type { JsonObject } from "@agent-treasury/provider";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";

export const lateReversalKind = "late_reversal";

export const lateReversalDocument: DocumentKind = {
  kind: lateReversalKind,
  erasure: "own",
  erase: (doc, { before }) => {
    const body = doc.body as JsonObject & { readonly description: string; readonly at: string };
    if (body.description === erasedText || Date.parse(body.at) >= before) return null;
    return { ...doc, body: { ...body, description: erasedText, salt: "" } };
  },
};
