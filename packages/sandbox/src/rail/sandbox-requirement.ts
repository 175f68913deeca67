import type { JsonObject } from "@agent-treasury/provider";
import * as z from "zod";
import { fromHeader } from "./sandbox-bytes.ts";
import { sandboxAsset, sandboxNetwork } from "./sandbox-network.ts";

/** Less is too short for a payment and a second attempt. */
const minimumTimeoutSeconds = 20;

/** What a seller on the sandbox's chain asks for. */
export interface SandboxRequirement {
  /** In micro-dollars. */
  readonly amount: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
}

const sandboxRequirement = z.object({
  scheme: z.literal("exact"),
  network: z.literal(sandboxNetwork),
  asset: z.literal(sandboxAsset),
  amount: z.string().regex(/^[1-9]\d{0,14}$/),
  payTo: z.string().regex(/^[\w:.-]{1,100}$/),
  maxTimeoutSeconds: z.int().min(minimumTimeoutSeconds),
});

/** Returns a requirement of the sandbox's chain, or null for any other. */
export function readSandboxRequirement(value: unknown): SandboxRequirement | null {
  return sandboxRequirement.safeParse(value).data ?? null;
}

const challenge = z.object({
  x402Version: z.literal(2),
  resource: z.object({ description: z.string().nullish() }),
  accepts: z.array(z.record(z.string(), z.json())).max(20),
});

export interface SandboxChallenge {
  readonly description: string | null;
  /** The seller's requirement, unchanged. */
  readonly accepted: JsonObject;
  readonly requirement: SandboxRequirement;
}

/** Reads a challenge of x402 version 2, or returns why this rail cannot pay it. */
export function readSandboxChallenge(header: string | undefined): SandboxChallenge | string {
  const read = challenge.safeParse(fromHeader(header));
  if (!read.success) return "The seller asked for a payment, but not by x402 version 2.";
  const { resource, accepts } = read.data;
  for (const accepted of accepts) {
    const requirement = readSandboxRequirement(accepted);
    if (requirement === null) continue;
    return { description: resource.description ?? null, accepted, requirement };
  }
  return `The seller accepts no payments on the test network ${sandboxNetwork}.`;
}
