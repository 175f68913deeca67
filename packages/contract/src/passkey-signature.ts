import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { filledText } from "./fields.ts";
import { requestShape } from "./shape.ts";
import { webAuthnText } from "./web-authn-text.ts";

export const passkeySignatureSchema = requestShape(
  "PasskeySignature",
  "A challenge that the person signed with a passkey.",
  z.object({
    nonce: filledText(requestLimits.sessionIdCharacters).describe(
      "`nonce` of `POST /treasury/passkey-challenges`.",
    ),
    assertion: z
      .object({
        id: webAuthnText("credentialId"),
        rawId: webAuthnText("credentialId"),
        type: z.literal("public-key").describe("Kind of credential."),
        response: z
          .object({
            clientDataJSON: webAuthnText("clientData"),
            authenticatorData: webAuthnText("authenticatorData"),
            signature: webAuthnText("signature"),
          })
          .describe("The authenticator's response."),
      })
      .describe("Result of `startAuthentication` of `@simplewebauthn/browser`."),
  }),
);
export interface PasskeySignature extends z.input<typeof passkeySignatureSchema> {}
