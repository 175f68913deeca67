import { describeDeployment, runServer } from "@agent-treasury/server/node";
import { createApp } from "./create-app.ts";

await runServer(createApp, ({ deployment }) => {
  console.log(describeDeployment(deployment));
  console.log(`Ready: ${deployment.settings.baseUrl}/command`);
});
