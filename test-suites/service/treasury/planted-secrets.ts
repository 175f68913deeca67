/** Made up, in the forms that keys have. They go into what upstream says, and must never come out. */
export const plantedSecrets = {
  paymentKey: "sk_live_51PlantedPaymentKey00000",
  webhookSecret: "whsec_PlantedWebhookSecret0000",
  modelKey: "sk-planted-model-key-0000000000",
  machineToken: "FlyV1 fm2_lJPlantedMachineToken0000",
  bearer: "Bearer planted.bearer.token.0000",
  address: "https://planted-user:planted-password@upstream.example/",
  card: "4242 4242 4242 4242",
} as const;

/** What of them must not be in any answer. */
export const secretFragments: readonly string[] = [
  plantedSecrets.paymentKey,
  plantedSecrets.webhookSecret,
  plantedSecrets.modelKey,
  "PlantedMachineToken",
  "planted.bearer.token",
  "planted-password",
  plantedSecrets.card,
];

/** A message with all of them, as a careless upstream writes it. */
export const leakyMessage: string = `Upstream refused ${Object.values(plantedSecrets).join(" and ")}.`;
