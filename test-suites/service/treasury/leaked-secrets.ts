/**
 * Fictional secrets in the formats of keys. They are in upstream messages, and must not be in
 * responses.
 */
export const leakedSecrets = {
  paymentKey: "sk_live_51PlantedPaymentKey00000",
  webhookSecret: "whsec_PlantedWebhookSecret0000",
  modelKey: "sk-planted-model-key-0000000000",
  machineToken: "FlyV1 fm2_lJPlantedMachineToken0000",
  bearer: "Bearer planted.bearer.token.0000",
  address: "https://planted-user:planted-password@upstream.example/",
  card: "4242 4242 4242 4242",
} as const;

/** The parts that must not be in any response. */
export const secretFragments: readonly string[] = [
  leakedSecrets.paymentKey,
  leakedSecrets.webhookSecret,
  leakedSecrets.modelKey,
  "PlantedMachineToken",
  "planted.bearer.token",
  "planted-password",
  leakedSecrets.card,
];

/** A message with all of them, as from a careless upstream. */
export const leakyMessage: string = `Upstream refused ${Object.values(leakedSecrets).join(" and ")}.`;
