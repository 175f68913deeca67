import type { OpenApiDocument } from "@agent-treasury/contract";

/** Makes the document of the interface once, when it is first asked for: few services ever are. */
export function openApiOf(basePath: string): () => Promise<OpenApiDocument> {
  let made: Promise<OpenApiDocument> | null = null;
  const make = async (): Promise<OpenApiDocument> => {
    const { openApiDocument } = await import("@agent-treasury/contract/openapi");
    return openApiDocument({ serverUrl: basePath });
  };
  return () => (made ??= make());
}
