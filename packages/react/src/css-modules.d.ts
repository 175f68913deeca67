/** Names of a style sheet's classes. The build prefixes them with `at-` and the file's name. */
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
