import { acrossWorkspaces } from "./storage/across-workspaces.ts";
import { atomicity } from "./storage/atomicity.ts";
import { calls } from "./storage/calls.ts";
import { claims } from "./storage/claims.ts";
import { closing } from "./storage/closing.ts";
import { compareAndSet } from "./storage/compare-and-set.ts";
import { copies } from "./storage/copies.ts";
import { creates } from "./storage/creates.ts";
import { dueDocuments } from "./storage/due-documents.ts";
import { exclusives } from "./storage/exclusives.ts";
import { moveGuards } from "./storage/move-guards.ts";
import { moves } from "./storage/moves.ts";
import { purges } from "./storage/purges.ts";
import { resends } from "./storage/resends.ts";
import { rewrites } from "./storage/rewrites.ts";
import { snapshots } from "./storage/snapshots.ts";
import { type StorageSubject, storageSuite } from "./storage/storage-suite.ts";
import { values } from "./storage/values.ts";
import { views } from "./storage/views.ts";
import type { TestFramework } from "./test-framework.ts";

/**
 * Registers a test for every requirement of `Storage`.
 *
 * `setNow` adds a test of exact expiry, and `reopen` adds tests of durability. Provide both if the
 * storage supports them.
 *
 * @example
 * import { describe, expect, it } from "vitest";
 *
 * storageConformance({ describe, it, expect }, { name: "memory", open: () => memoryStorage() });
 */
export function storageConformance(framework: TestFramework, subject: StorageSubject): void {
  const suite = storageSuite(framework, subject);
  framework.describe(`${subject.name} as a Storage`, () => {
    framework.describe("optimistic concurrency", () => compareAndSet(suite));
    framework.describe("atomicity", () => atomicity(suite));
    framework.describe("claims", () => claims(suite));
    framework.describe("creating", () => creates(suite));
    framework.describe("exclusive commits", () => exclusives(suite));
    framework.describe("repeated commits", () => resends(suite));
    framework.describe("calls with several workspaces", () => calls(suite));
    framework.describe("loading", () => snapshots(suite));
    framework.describe("viewing", () => views(suite));
    framework.describe("due documents", () => dueDocuments(suite));
    framework.describe("across workspaces", () => acrossWorkspaces(suite));
    framework.describe("copying", () => copies(suite));
    framework.describe("rewriting entries", () => rewrites(suite));
    framework.describe("purging", () => purges(suite));
    framework.describe("moving", () => {
      moves(suite);
      moveGuards(suite);
    });
    framework.describe("values", () => values(suite));
    framework.describe("closing", () => closing(suite));
  });
}
