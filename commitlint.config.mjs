export default {
  extends: ["@commitlint/config-conventional"],
  rules: {
    "header-max-length": [2, "always", 72],
    "scope-empty": [0],
    // Bodies contain tables and URLs.
    "body-max-line-length": [0],
    "footer-max-line-length": [0],
  },
};
