import { ruleSetSchemaUrl } from "@agent-treasury/rules";

/** What `rules init` writes. All rules are examples in comments, so that publishing it changes nothing. */
export const rulesDraft: string = `# yaml-language-server: $schema=${ruleSetSchemaUrl}
#
# Spending rules. This file is a draft. Check and publish it:
#
#   agent-treasury rules validate treasury.rules.yaml
#   agent-treasury rules diff treasury.rules.yaml --workspace demo
#   agent-treasury rules publish treasury.rules.yaml --workspace demo
#
# The five limits of the workspace apply beside these rules: the maximum per spend and per day, the
# reserve, and the two limits of automatic approval. The schema above describes every field.
version: 1
rules: []
# To use an example, remove the [] above and the # in front of its lines.

#  # At most $500 a month for each of these vendors. An agent reports the vendor itself.
#  - id: cloud-monthly
#    when: { vendors: { in: [aws, google cloud] } }
#    then: { limit: { amountUsd: 500, per: month, by: vendor } }
#    message: Ask platform@example.com for more.

#  # At most 20 spends of one agent in any hour.
#  - id: hourly-spends
#    then: { limit: { count: 20, per: { rollingHours: 1 }, by: agent, atProposal: deny } }

#  # At most 3 payees a week that were never paid before.
#  - id: new-payees
#    then: { limit: { newPayees: 3, per: week } }

#  # A person approves the first payment to a payee.
#  - id: first-payment
#    when: { vendors: { firstPayment: true } }
#    then: { requireApprovals: { count: 1 } }

#  # Two persons of finance approve large spends. Approvers must sign in. Changes of these rules
#  # then need them too.
#  - id: large
#    when: { amountUsd: { from: 1000 } }
#    then: { requireApprovals: { count: 2, from: [finance], notProposer: true } }

#  # Small card payments need no person.
#  - id: small-cards
#    when: { rails: [stripe-issuing], amountUsd: { below: 25 } }
#    then: { autoApprove: true }

#  # A person approves spends at night, in the deployment's time zone.
#  - id: nights
#    when: { hours: "22:00-06:00" }
#    then: { requireApprovals: { count: 1 } }

#  # A person approves the same payee and amount within a day.
#  - id: twice
#    then: { duplicate: { hours: 24 } }

#  # $200 always remain.
#  - id: reserve
#    then: { keepAvailableUsd: 200 }

#  # Never.
#  - id: no-gift-cards
#    when: { categories: [gift cards] }
#    then: { deny: true }
`;
