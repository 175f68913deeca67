import { createServer } from "node:http";
import { createRequire } from "node:module";
import express5, { type Express } from "express";
import { listening, type ListeningServer } from "test-suites/node";

/** Both Express versions, with the newer version's types. */
export const expressVersions: readonly (readonly [name: string, express: typeof express5])[] = [
  ["Express 4", createRequire(import.meta.url)("express4") as typeof express5],
  ["Express 5", express5],
];

export function serve(app: Express): Promise<ListeningServer> {
  return listening(createServer(app));
}
