import type { SellerFault } from "../../../fault-injection/payments/seller-faults.ts";
import type { Fault } from "../fault.ts";
import type { Stage } from "../stage.ts";

/** How often a caller tries a purchase that delivered nothing. */
export const attempts = 3;
export const minuteHours = 61 / 3_600;

async function buyDespite(stage: Stage, fault: SellerFault): Promise<void> {
  await stage.run("buy", [stage.purchase(fault)], { attempts });
}

export const lostAnswer: Fault = {
  name: "lost answer",
  injected:
    "The seller collects, and the connection breaks before its answer. The caller tries again, at most three times.",
  needs: "payment",
  inject: (stage) => buyDespite(stage, "answer lost"),
};

export const sellerFails: Fault = {
  name: "seller fails after collecting",
  injected: "The seller collects, and answers 500. The caller tries again, at most three times.",
  needs: "payment",
  inject: (stage) => buyDespite(stage, "fails after it collected"),
};

export const killedAfterSigning: Fault = {
  name: "killed after signing",
  injected:
    "The buyer's process is killed by SIGKILL when the seller has collected, before it answers. A new process of the same job buys, a minute later.",
  needs: "payment",
  isRace: true,
  inject: async (stage) => {
    const purchase = stage.purchase();
    const first = await stage.start("buy", [purchase]);
    stage.at("settled", purchase, first.kill);
    await first.finish();
    await stage.run("buy", [purchase], { attempts, aheadHours: minuteHours });
  },
};

export const twoProcesses: Fault = {
  name: "two processes",
  injected: "A queue delivers one job twice: two processes buy the same report at once.",
  needs: "payment",
  isRace: true,
  inject: async (stage) => {
    const purchase = stage.purchase();
    const processes = [
      await stage.start("buy", [purchase], { attempts }),
      await stage.start("buy", [purchase], { attempts }),
    ];
    await Promise.all(processes.map(({ finish }) => finish()));
  },
};

export const parallelCallers: Fault = {
  name: "parallel callers",
  injected: "Four callers in one process buy the same report for the same job at once.",
  needs: "payment",
  isRace: true,
  inject: async (stage) => {
    const purchase = stage.purchase();
    await stage.run("buy", [purchase, purchase, purchase, purchase], { atOnce: true, attempts });
  },
};

export const clockJump: Fault = {
  name: "clock jump",
  injected:
    "The answer is lost, and the buyer's clock jumps two hours ahead, past the end of the signed authorization. The chain's clock does not. The caller tries again.",
  needs: "payment",
  inject: async (stage) => {
    await stage.run("buy", [stage.purchase("answer lost")], { attempts, jumpHours: 2 });
  },
};

export const reorganization: Fault = {
  name: "reorganisation",
  injected:
    "The seller collects, the block of the payment is replaced by an empty one, and the answer is lost. The caller tries again. Then the seller collects the lost payment once more.",
  needs: "payment",
  inject: async (stage) => {
    const purchase = stage.purchase("reorganized");
    stage.at("settled", purchase, () => {});
    await stage.run("buy", [purchase], { attempts });
    await stage.market.collect(purchase, 1);
  },
};

/** Nothing is injected. A contestant that fails here is not judged by the faults. */
export const paymentControl: Fault = {
  name: "no fault",
  injected: "A report is bought once.",
  needs: "payment",
  inject: (stage) => buyDespite(stage, "none"),
};
