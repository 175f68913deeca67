import { expect, it } from "vitest";
import { openWorld } from "./slack-world.fixture.ts";

it("no log, message or stored document contains the token or the signing secret", async () => {
  const world = await openWorld();
  world.standIn.failures.set("chat.postMessage", [{ body: { ok: false, error: "invalid_auth" } }]);
  await world.propose();
  world.clock.advance(60_000);
  await world.settled();
  world.standIn.failures.set("chat.update", [{ isCut: true }]);
  const forged = world.press("U0ADA", "approve", { secret: "guessed" });
  await world.deliver(world.press("U0ADA", "approve"));
  await world.deliver(forged);
  const shown = JSON.stringify(world.standIn.messages);
  const everything = [...world.logged, ...world.stored, shown].join("\n");
  // Proof that all of it is recorded.
  expect(everything).toContain("Slack rejected the bot token");
  expect(everything).toContain('"messageTs":"1700000000.000001"');
  expect(everything).not.toMatch(/grepFor/);
});
