/** A text that changed since version 0.1. `{name}` stands for any text, `${name}` for an amount. */
export interface ChangedText {
  readonly before: string;
  readonly after: string;
}

/** Every text about a spend that changed between version 0.1 and the present version. */
export const changedTexts: readonly ChangedText[] = [
  {
    before: "{amount} USD is more than the {limit} USD that one spend may be.",
    after: "${amount} exceeds the limit of ${limit} for one spend.",
  },
  {
    before: "{amount} USD on top of the {spent} USD of today passes the day's cap of {limit} USD.",
    after: "${amount} plus the ${spent} spent today exceeds the daily cap of ${limit}.",
  },
  {
    before: "{amount} USD out of {free} USD would leave less than the reserve of {limit} USD.",
    after: "${amount} out of ${free} would leave less than the reserve of ${limit}.",
  },
  {
    before: "{captured} USD were captured, {excess} USD more than was approved.",
    after: "${captured} was captured, ${excess} more than was approved.",
  },
  {
    before: "The safety classifier says: ",
    after: "Judge: ",
  },
  {
    before: "The safety classifier gave no answer.",
    after: "The judge did not answer.",
  },
  {
    before: "Nobody decided before the proposal expired.",
    after: "The proposal expired before a decision.",
  },
  {
    before: "There is no proposal {id} in workspace {workspace}.",
    after: "Proposal {id} does not exist in workspace {workspace}.",
  },
  {
    before: "The proposal {id} is {status}: nobody was asked to pay it.",
    after: "The proposal {id} is {status}, so its payment was never requested.",
  },
  {
    before: "Money is held for spends that are under way.",
    after: "Money is held for spends in flight.",
  },
];
