import type { Fault } from "../fault.ts";
import type { Stage } from "../stage.ts";

const allowed = 4;

function reports(stage: Stage, count: number) {
  return Array.from({ length: count }, () => stage.purchase());
}

export const capAtOnce: Fault = {
  name: "cap under concurrency",
  injected: "Eight callers in one process buy at once. The cap of the day allows four reports.",
  needs: "cap",
  isRace: true,
  inject: async (stage) => {
    stage.capAt(allowed);
    await stage.run("buy", reports(stage, 2 * allowed), { atOnce: true });
  },
};

export const capAfterRestart: Fault = {
  name: "cap after a restart",
  injected:
    "A process buys four reports, as many as the cap of the day allows. It exits, and a new one buys four more.",
  needs: "cap",
  inject: async (stage) => {
    stage.capAt(allowed);
    await stage.run("buy", reports(stage, allowed));
    await stage.run("buy", reports(stage, allowed), { atOnce: true });
  },
};

export const capOfTwoProcesses: Fault = {
  name: "cap of two processes",
  injected:
    "Two processes buy four reports each, at once. The cap of the day allows four reports in all.",
  needs: "cap",
  isRace: true,
  inject: async (stage) => {
    stage.capAt(allowed);
    const processes = [
      await stage.start("buy", reports(stage, allowed), { atOnce: true }),
      await stage.start("buy", reports(stage, allowed), { atOnce: true }),
    ];
    await Promise.all(processes.map(({ finish }) => finish()));
  },
};
