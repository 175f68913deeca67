import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyChallenge,
  PasskeyChallengeRequest,
  PasskeyInvitation,
  PasskeyInvitationRequest,
  PasskeyList,
  PasskeyRegistration,
  PasskeyRegistrationRequest,
  PasskeyRemoval,
  RemovedPasskey,
  WorkspaceRequest,
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

export interface PasskeyCalls<By extends CallTerms> {
  /** Lists all passkeys of the workspace: `GET /treasury/passkeys`. */
  list(request?: WorkspaceRequest, ...call: By["options"]): Promise<PasskeyList>;
  /**
   * Invites a person to register a passkey: `POST /treasury/passkey-invitations`. Only this response
   * contains the token. The client never retries it.
   *
   * Error codes: `passkeys_not_connected`, `passkey_limit_reached`, `too_many_pending`.
   */
  invite(
    request: PasskeyInvitationRequest & By["person"],
    ...call: By["options"]
  ): Promise<PasskeyInvitation>;
  /**
   * Begins a registration with an invitation or a signature by another passkey of the person: `POST
   * /treasury/passkey-registrations`. Pass its `options` to `startRegistration` of
   * `@simplewebauthn/browser`.
   *
   * Error codes: `passkey_invitation_invalid`, `passkey_rejected`, `passkey_limit_reached`.
   */
  begin(
    request: PasskeyRegistrationRequest & By["person"],
    ...call: By["options"]
  ): Promise<PasskeyRegistration>;
  /**
   * Registers the passkey that the browser created: `POST /treasury/passkeys`.
   *
   * Error codes: `passkey_invitation_invalid`, `passkey_rejected`, `passkey_limit_reached`.
   */
  register(request: NewPasskey & By["person"], ...call: By["options"]): Promise<PasskeyAnswer>;
  /**
   * Requests a challenge: `POST /treasury/passkey-challenges`. Pass its `options` to
   * `startAuthentication` of `@simplewebauthn/browser`, and send the result with the `nonce` as
   * `passkey` of the decision, the registration or the removal.
   *
   * Error codes: `passkey_not_found`, `proposal_changed`, `already_decided`, `proposal_expired`.
   */
  challenge(
    request: PasskeyChallengeRequest & By["person"],
    ...call: By["options"]
  ): Promise<PasskeyChallenge>;
  /**
   * Removes a passkey: `POST /treasury/passkeys/{passkeyId}/remove`. Without a signature of the
   * person, `action` is pending until a second person approves it.
   *
   * Error codes: `passkey_not_found`, `passkey_rejected`, `passkey_needed`, `too_many_pending`.
   */
  remove(request: PasskeyRemoval & By["person"], ...call: By["options"]): Promise<RemovedPasskey>;
}
