import { loadPeer, peerVersion } from "../peers/load-peer.ts";
import type { Found, MarkupReader } from "./markup-reader.ts";

const packageName = "@ai-sdk-tool/parser";

/** The part of the package in use: its protocol for the same markup, as its middleware uses it. */
interface ParserModule {
  hermesProtocol(): {
    parseGeneratedText(input: { text: string; tools: readonly Tool[] }): readonly Part[];
    createStreamParser(input: { tools: readonly Tool[] }): TransformStream<Part, Part>;
  };
}

interface Tool {
  readonly type: "function";
  readonly name: string;
  readonly inputSchema: object;
}

/** A part of a whole answer, or of a stream. */
interface Part {
  readonly type: string;
  readonly id?: string;
  readonly text?: string;
  readonly delta?: string;
}

const text = { type: "string" };
const tools: readonly Tool[] = [
  {
    type: "function",
    name: "propose_spend",
    inputSchema: {
      type: "object",
      properties: { amountUsd: { type: "number" }, vendor: text, purpose: text },
    },
  },
];

/**
 * The parser of the AI SDK's middleware for models without native tools; null when it is not
 * installed.
 */
export async function hermesReader(): Promise<MarkupReader | null> {
  const module = await loadPeer<ParserModule>(packageName);
  if (module === null) return null;
  const protocol = module.hermesProtocol();
  return {
    name: `${packageName} ${await peerVersion(packageName)}`,
    whole: (answer) => foundIn(protocol.parseGeneratedText({ text: answer, tools })),
    inPieces: async (pieces) => {
      const stream = protocol.createStreamParser({ tools });
      const reading = readAll(stream.readable.getReader());
      const writer = stream.writable.getWriter();
      for (const delta of pieces) await writer.write({ type: "text-delta", id: "1", delta });
      await writer.write({ type: "finish" });
      await writer.close();
      return await reading;
    },
  };
}

async function readAll(reader: ReadableStreamDefaultReader<Part>): Promise<Found> {
  const found = { calls: 0, textCharacters: 0 };
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { type, delta } = next.value;
    if (type === "tool-call") found.calls += 1;
    if (type === "text-delta") found.textCharacters += delta?.length ?? 0;
  }
  return found;
}

function foundIn(parts: readonly Part[]): Found {
  const found = { calls: 0, textCharacters: 0 };
  for (const part of parts) {
    if (part.type === "tool-call") found.calls += 1;
    if (part.type === "text") found.textCharacters += part.text?.length ?? 0;
  }
  return found;
}
