import { type ChannelKind, chats } from "./questions.ts";

export const auths = ["none", "better-auth", "auth-js", "clerk", "workos", "oidc"] as const;

export type AuthKind = (typeof auths)[number];

interface SignInLines {
  /** What the sign-in package exports for it. */
  readonly creates: string;
  /** A further import: a package, or the file `auth` of the app. */
  readonly from: readonly [name: string, module: string] | null;
  readonly create: string;
  readonly packages: readonly string[];
  readonly settings: readonly string[];
  /** What the user has to add. */
  readonly step: string;
}

const ownFile = "auth";
const roles = 'roles: { admin: "approver", "*": "member" }';

const lines: Readonly<Record<Exclude<AuthKind, "none">, SignInLines>> = {
  "better-auth": {
    creates: "betterAuthSignIn",
    from: ["auth", ownFile],
    create: `betterAuthSignIn(auth, { ${roles} })`,
    packages: ["better-auth"],
    settings: [],
    step: "Export your `auth` of Better Auth from FILE.",
  },
  "auth-js": {
    creates: "authJsSignIn",
    from: ["getSession", ownFile],
    create: `authJsSignIn(getSession, { ${roles} })`,
    packages: [],
    settings: [],
    step: "Export from FILE a `getSession({ native, headers })` that returns the session of Auth.js, with `user.id` and `user.role`.",
  },
  clerk: {
    creates: "clerkSignIn",
    from: ["createClerkClient", "@clerk/backend"],
    create: `clerkSignIn(
  createClerkClient({
    secretKey: process.env.CLERK_SECRET_KEY ?? "",
    publishableKey: process.env.CLERK_PUBLISHABLE_KEY ?? "",
  }),
  {
    authorizedParties: [process.env.PUBLIC_URL ?? ""],
    jwtKey: process.env.CLERK_JWT_KEY ?? "",
    roles: { "org:admin": "approver", "org:member": "member" },
  },
)`,
    packages: ["@clerk/backend"],
    settings: ["CLERK_SECRET_KEY", "CLERK_PUBLISHABLE_KEY", "CLERK_JWT_KEY", "PUBLIC_URL"],
    step: "Set CLERK_SECRET_KEY, CLERK_PUBLISHABLE_KEY, CLERK_JWT_KEY, the PEM of your instance, and PUBLIC_URL, the origin of your app, in SETTINGS.",
  },
  workos: {
    creates: "workosSignIn",
    from: ["WorkOS", "@workos-inc/node"],
    // The SDK throws without a key, which a build does not have.
    create: `workosSignIn(new WorkOS(process.env.WORKOS_API_KEY || "unset"), {
  clientId: process.env.WORKOS_CLIENT_ID ?? "",
  cookiePassword: process.env.WORKOS_COOKIE_PASSWORD ?? "",
  roles: { admin: "approver", member: "member" },
})`,
    packages: ["@workos-inc/node"],
    settings: ["WORKOS_API_KEY", "WORKOS_CLIENT_ID", "WORKOS_COOKIE_PASSWORD"],
    step: "Set WORKOS_API_KEY, WORKOS_CLIENT_ID and WORKOS_COOKIE_PASSWORD in SETTINGS.",
  },
  oidc: {
    creates: "oidcSignIn",
    from: null,
    create: `oidcSignIn({
  issuer: process.env.OIDC_ISSUER ?? "",
  audience: process.env.OIDC_AUDIENCE ?? "",
  ${roles.replace("admin", "finance")},
})`,
    packages: [],
    settings: ["OIDC_ISSUER", "OIDC_AUDIENCE"],
    step: "Set OIDC_ISSUER and OIDC_AUDIENCE in SETTINGS.",
  },
};

const rolesRemedy =
  "Name the roles of your users in `roles`, each with viewer, member, approver or admin.";

/** Channels in which people decide. Others only link to the page. */
const decidingChannels: ReadonlySet<ChannelKind> = new Set<ChannelKind>(["slack", ...chats]);

const channelRemedy =
  "Name in `channels` the workspaces in which people may decide through the channel.";

/** Adds the workspaces of the channel after the roles, in the same form. */
function withChannel(create: string): string {
  return create.replace(
    /(\n *)?roles: \{[^}]*\}/,
    (given, space: string = " ") => `${given},${space}channels: ["demo"]`,
  );
}

interface SignInChoices {
  readonly file: string;
  readonly settingsFile: string;
  readonly channel: ChannelKind;
}

export interface SignInProgram {
  readonly imports: readonly (readonly [name: string, module: string])[];
  /** The value for `treasuryFromEnvironment`. */
  readonly access: string;
  readonly packages: readonly string[];
  readonly settings: string;
  readonly steps: readonly string[];
}

/**
 * Returns what a program needs for a kind of sign-in; null for `none`.
 *
 * @param file the app's own file that exports its sign-in, as a program imports it.
 */
export function signInProgram(
  auth: AuthKind,
  { file, settingsFile, channel }: SignInChoices,
): SignInProgram | null {
  if (auth === "none") return null;
  const { creates, from, create, packages, settings, step } = lines[auth];
  const decides = decidingChannels.has(channel);
  const ofLibrary = from === null ? [] : [[from[0], from[1] === ownFile ? file : from[1]] as const];
  return {
    imports: [[creates, `@agent-treasury/sign-in/${auth}`], ...ofLibrary],
    access: decides ? withChannel(create) : create,
    packages: ["@agent-treasury/sign-in", ...packages],
    settings:
      settings.length === 0
        ? ""
        : `\n# Sign-in: set all.\n${settings.map((name) => `# ${name}=…\n`).join("")}`,
    steps: [
      step.replace("FILE", file).replace("SETTINGS", settingsFile),
      rolesRemedy,
      ...(decides ? [channelRemedy] : []),
    ],
  };
}
