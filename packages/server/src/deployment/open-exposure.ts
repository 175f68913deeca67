import type { ExposureComputation } from "@agent-treasury/contract";
import { isMissingPackageError, optionalPackage } from "./optional-package.ts";

/** Computes exposure if its package is installed. The solver loads with the first computation. */
export const exposureIfInstalled: ExposureComputation = async (question) => {
  try {
    const { ruleExposure } = await optionalPackage(
      "@agent-treasury/exposure",
      "Exposure",
      () => import("@agent-treasury/exposure"),
    );
    return await ruleExposure(question);
  } catch (error) {
    if (isMissingPackageError(error)) return null;
    throw error;
  }
};
