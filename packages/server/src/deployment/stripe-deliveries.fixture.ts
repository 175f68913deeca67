import { once } from "node:events";
import { treasuryFromEnvironment } from "./treasury-from-environment.ts";

// One process of a deployment: on a signal, sends the same deliveries to its webhook and the same
// session to its return page concurrently, and prints each response.
const [sessionId = "", times = "", delivery = ""] = process.argv.slice(2);
const { body, headers } = JSON.parse(delivery) as { body: string; headers: Record<string, string> };
const treasury = treasuryFromEnvironment();
const service = "http://localhost:3000/api/service/treasury";
await treasury.state("acme");
console.log("ready");
await once(process.stdin, "data");
const answers = await Promise.all(
  Array.from({ length: Number(times) }, async (_, index) => {
    const request =
      index % 2 === 0
        ? new Request(`${service}/webhook`, { method: "POST", body, headers })
        : new Request(`${service}/deposit?workspaceId=acme&session_id=${sessionId}`);
    const response = await treasury.handler(request);
    const answer = (await response.json()) as { outcomes?: string[]; duplicate?: boolean };
    if (!response.ok) return JSON.stringify(answer);
    return answer.outcomes?.join(" ") ?? (answer.duplicate === true ? "duplicate" : "credited");
  }),
);
console.log(answers.join("\n"));
await treasury.close();
process.stdin.destroy();
