import type { Settings } from "@agent-treasury/server";
import { openMachines } from "@agent-treasury/server/parts";
import { atMost } from "./ask.ts";
import { type Finding, fine, problemOf, unset, wrong } from "./finding.ts";

export async function examineMachines(settings: Settings): Promise<Finding> {
  try {
    const host = await openMachines(settings);
    if (host === null) {
      const remedy = "Set HOST_API_TOKEN and HOST_APP, or TREASURY_DOCKER_SOCKET.";
      return unset(
        "machines",
        "No machine host is configured, so agents have no machines.",
        remedy,
      );
    }
    const machines = await atMost(host.list());
    return fine(
      "machines",
      `${host.provider}, with ${machines.length} machines of this deployment.`,
    );
  } catch (error) {
    const remedy =
      settings.fly === null
        ? "Check that the container host runs, and check TREASURY_DOCKER_SOCKET."
        : "Check HOST_API_TOKEN, HOST_APP and HOST_API_URL.";
    return wrong("machines", `The machine host cannot be used. ${problemOf(error)}`, remedy);
  }
}
