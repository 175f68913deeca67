import { describeDeployment } from "./describe-deployment.ts";
import { exitWithReason } from "./exit-with-reason.ts";
import { serve } from "./serve.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

try {
  const server = await serve(process.env);
  stopOnSignal(async () => {
    console.log("Stopping: requests under way may end.");
    await server.stop();
  });
  console.log(describeDeployment(server.deployment));
  console.log(`Ready: ${server.deployment.settings.baseUrl}/command`);
} catch (error) {
  exitWithReason(error);
}
