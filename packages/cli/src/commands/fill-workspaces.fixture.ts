import { scriptedModel } from "@agent-treasury/sandbox";
import { openDeployment } from "@agent-treasury/server";
import { payCheckout } from "./pay-checkout.fixture.ts";

/** Adds a deposit of 60 and two spends of 3 to each workspace: three entries. */
export async function fillWorkspaces(
  database: string,
  workspaces: readonly string[],
  things: readonly string[] = ["tea", "coffee"],
): Promise<void> {
  const deployment = await openDeployment({
    env: { TREASURY_DATABASE_URL: database, TREASURY_SANDBOX: "on" },
    // The default one takes its time, for people who watch.
    model: scriptedModel(),
  });
  const { treasury } = deployment;
  for (const workspaceId of workspaces) {
    const session = await treasury.startDeposit({ workspaceId, amountUsd: 60 });
    await payCheckout(deployment, session.url);
    await treasury.confirmDeposit({ workspaceId, sessionId: session.id });
    for (const what of things) {
      await treasury.runTurn({ workspaceId, message: `Buy ${what} from the kiosk for $3` });
    }
  }
  await treasury.close();
}
