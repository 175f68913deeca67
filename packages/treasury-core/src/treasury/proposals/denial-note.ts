/** For models, because `reason` is that of screening. */
export const deniedByApprover =
  "An approver denied the spend. A reason, if the approver gave one, is in `comment`.";
