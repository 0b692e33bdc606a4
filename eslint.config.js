import tseslint from "typescript-eslint";

const bannedInCore = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: "The core has no clock: take the time as an argument.",
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "The core has no clock: take the time as an argument.",
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: "The core has no dice: take a generator as an argument.",
  },
  { selector: "AwaitExpression", message: "The core is synchronous." },
];

export default tseslint.config(
  {
    ignores: [
      "node_modules",
      "dist",
      "coverage",
      ".data",
      ".cache",
      "test/house/planted/**",
      "src/workbench/page/**",
      "*.config.js",
      ".dependency-cruiser.cjs",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: [
      "src/units/**",
      "src/domain/**",
      "src/followup/**",
      "src/readings/**",
      "blocks/**",
      "src/i18n/**",
    ],
    rules: {
      "no-restricted-globals": ["error", "process", "fetch", "console", "setTimeout", "setInterval"],
      "no-restricted-syntax": ["error", ...bannedInCore],
    },
  },
  {
    files: ["src/i18n/**"],
    rules: { "max-lines": "off" },
  },
  {
    files: ["test/**"],
    rules: {
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "max-lines": ["error", { max: 500, skipBlankLines: true, skipComments: true }],
    },
  },
);
