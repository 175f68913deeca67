export { type Role, requiredRole } from "./roles.ts";
export {
  type AccessMapping,
  type Identify,
  type Identity,
  type SignIn,
  type Workspaces,
  signIn,
} from "./sign-in.ts";
